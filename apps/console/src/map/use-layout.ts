import { useEffect, useState } from 'react';
import type { LayoutAnswer, LayoutQuestion } from './layout-worker.js';
import { frameOf, framed, type MapPoints, type Positions } from './map-points.js';

/** The other layout: how far it is, and its positions once they are there. */
export interface OtherLayout {
  readonly progress: number;
  readonly positions?: Positions;
}

const FEWEST = 5;

/** Makes the layout of neighbours in a worker as soon as a map is there, and ends the worker with the screen. */
export function useLayout(points: MapPoints | undefined): OtherLayout {
  const [layout, setLayout] = useState<OtherLayout & { readonly of?: MapPoints }>({ progress: 0 });
  useEffect(() => {
    if (points === undefined || points.map.ids.length < FEWEST || points.axes === 0) return undefined;
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      if ('progress' in data) setLayout({ progress: data.progress, of: points });
      else setLayout({ progress: 1, of: points, positions: framed(data.places, frameOf(data.places)) });
    });
    const question: LayoutQuestion = { components: points.components, axes: points.axes };
    worker.postMessage(question);
    return () => {
      worker.terminate();
    };
  }, [points]);
  return layout.of === points ? layout : { progress: 0 };
}
