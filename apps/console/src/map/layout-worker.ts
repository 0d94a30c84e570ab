import { UMAP } from 'umap-js';
import { placeByNeighbours, samplePoints } from './neighbours.js';

/** What the worker is given: the points of a map along its axes. */
export interface LayoutQuestion {
  readonly components: Float32Array;
  readonly axes: number;
}

/** How far it is (0 to 1), or two numbers for each point. */
export type LayoutAnswer = { readonly progress: number } | { readonly places: Float32Array };

/** So many are laid out; the rest is placed by its neighbours among them. */
const LAID_OUT = 5_000;
const NEIGHBOURS = 15;
const EPOCHS = 200;
const TOLD_EVERY = 10;

self.addEventListener('message', ({ data }: MessageEvent<LayoutQuestion>) => {
  const sample = samplePoints(data.components.length / data.axes, LAID_OUT);
  const rows = Array.from(sample, (point) => Array.from(data.components.subarray(point * data.axes, (point + 1) * data.axes)));
  const umap = new UMAP({ nNeighbors: Math.min(NEIGHBOURS, rows.length - 1), nEpochs: EPOCHS, random: fromSeed(20_261_122) });
  const epochs = umap.initializeFit(rows);
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    umap.step();
    if (epoch % TOLD_EVERY === 0) tell({ progress: epoch / epochs });
  }
  tell({ places: placeByNeighbours(data, sample, Float32Array.from(umap.getEmbedding().flat())) });
});

function tell(answer: LayoutAnswer): void {
  self.postMessage(answer);
}

/** The same map looks the same every time (mulberry32). */
function fromSeed(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
