import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { factorsOf, onCanvas, type Drawing, type Lens, type Painter } from './drawing.js';
import { PointGrid, pointsWithin } from './pick.js';
import type { Positions } from './map-points.js';
import { openPainter } from './open-painter.js';

interface MapCanvasProps {
  readonly positions: Positions;
  readonly groups: Drawing['groups'];
  readonly label: string;
  readonly painter: 'webgl' | 'canvas';
  /** Lines are drawn round points instead of moving the map. */
  readonly isLasso: boolean;
  readonly onHover: (point: number | undefined) => void;
  readonly onSelect: (points: readonly number[]) => void;
}

const WHOLE: Lens = { x: 0, y: 0, zoom: 1 };
/** A finger or a mouse means what lies this near, in pixels of the page. */
const REACH = 10;
const STEP = 0.1;

type Spot = readonly [number, number];

/** What is under way between press and release. */
interface Drag {
  readonly at: Spot;
  readonly lens: Lens;
  moved: boolean;
  /** Drawn so far. Kept here beside the state: the button may be let go before a move is rendered. */
  line: readonly Spot[];
}

/** The drawing: drag moves, wheel and + − enlarge, arrows move, a click selects, in lasso mode a line does. */
export function MapCanvas({ positions, groups, label, painter: wanted, isLasso, onHover, onSelect }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [lens, setLens] = useState(WHOLE);
  const [line, setLine] = useState<readonly Spot[]>([]);
  const grid = useGrid(positions);
  useDrawing(canvas, wanted, { positions, groups, lens });
  const drag = useRef<Drag>(undefined);
  const positionAt = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Spot =>
    toPosition(canvas.current, [clientX, clientY], lens);
  const reach = () => REACH / (((canvas.current?.clientHeight ?? 1) / 2) * lens.zoom);
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { at: [event.clientX, event.clientY], lens, moved: false, line: [positionAt(event)] };
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = drag.current;
    if (from === undefined) {
      onHover(grid.current?.nearest(positionAt(event), reach()));
      return;
    }
    from.moved ||= Math.hypot(event.clientX - from.at[0], event.clientY - from.at[1]) > 3;
    if (isLasso) setLine((from.line = [...from.line, positionAt(event)]));
    else if (from.moved) setLens(movedLens(canvas.current, from, [event.clientX, event.clientY]));
  };
  const release = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = drag.current;
    drag.current = undefined;
    if (isLasso && from !== undefined && from.line.length > 2) onSelect(pointsWithin(positions, from.line));
    else if (from?.moved === false) {
      const point = grid.current?.nearest(positionAt(event), reach());
      onSelect(point === undefined ? [] : [point]);
    }
    setLine([]);
  };
  useWheel(canvas, setLens);
  return (
    <div className="map-frame">
      <canvas
        ref={canvas}
        className="map-canvas"
        role="img"
        tabIndex={0}
        aria-label={label}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => {
          onHover(undefined);
        }}
        onKeyDown={(event) => {
          pressKey(event, setLens);
        }}
      />
      <Line line={line} lens={lens} canvas={canvas} />
    </div>
  );
}

function Line({
  line,
  lens,
  canvas,
}: {
  readonly line: readonly Spot[];
  readonly lens: Lens;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}) {
  const size = { width: canvas.current?.clientWidth ?? 1, height: canvas.current?.clientHeight ?? 1 };
  if (line.length < 2) return null;
  const points = line
    .map((spot) => onCanvas(spot, lens, size))
    .map(([x, y]) => `${((x + 1) * 50).toFixed(2)},${((1 - y) * 50).toFixed(2)}`);
  return (
    <svg className="map-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function useGrid(positions: Positions): RefObject<PointGrid | undefined> {
  const grid = useRef<PointGrid>(undefined);
  useEffect(() => {
    grid.current = new PointGrid(positions);
  }, [positions]);
  return grid;
}

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, wanted: 'webgl' | 'canvas', drawing: Drawing): void {
  const painter = useRef<Painter>(undefined);
  const latest = useRef(drawing);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    painter.current = openPainter(element, wanted);
    element.dataset['painter'] = painter.current?.kind ?? 'none';
    const fit = () => {
      element.width = Math.round(element.clientWidth * devicePixelRatio);
      element.height = Math.round(element.clientHeight * devicePixelRatio);
      painter.current?.draw(latest.current);
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => {
      observer.disconnect();
      painter.current?.dispose();
      painter.current = undefined;
    };
  }, [canvas, wanted]);
  useEffect(() => {
    latest.current = drawing;
    const frame = requestAnimationFrame(() => {
      painter.current?.draw(drawing);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  });
}

/** Added by hand: React listens passively, and the page would scroll. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, setLens: (change: (lens: Lens) => Lens) => void): void {
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      setLens((lens) => zoomed(lens, Math.exp(-event.deltaY / 400)));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => {
      element?.removeEventListener('wheel', turn);
    };
  }, [canvas, setLens]);
}

function pressKey(event: KeyboardEvent, setLens: (change: (lens: Lens) => Lens) => void): void {
  const changes: Readonly<Record<string, (lens: Lens) => Lens>> = {
    ArrowLeft: (lens) => ({ ...lens, x: lens.x - STEP / lens.zoom }),
    ArrowRight: (lens) => ({ ...lens, x: lens.x + STEP / lens.zoom }),
    ArrowUp: (lens) => ({ ...lens, y: lens.y + STEP / lens.zoom }),
    ArrowDown: (lens) => ({ ...lens, y: lens.y - STEP / lens.zoom }),
    '+': (lens) => zoomed(lens, 1.25),
    '-': (lens) => zoomed(lens, 0.8),
    '0': () => WHOLE,
  };
  // With these the keys are the browser's.
  const change = event.ctrlKey || event.metaKey || event.altKey ? undefined : changes[event.key];
  if (change === undefined) return;
  event.preventDefault();
  setLens(change);
}

function zoomed(lens: Lens, factor: number): Lens {
  return { ...lens, zoom: Math.min(200, Math.max(0.5, lens.zoom * factor)) };
}

function toPosition(canvas: HTMLCanvasElement | null, [clientX, clientY]: Spot, lens: Lens): Spot {
  if (canvas === null) return [0, 0];
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [fx, fy] = factorsOf(lens, { width, height });
  return [lens.x + (((clientX - left) / width) * 2 - 1) / fx, lens.y + (1 - ((clientY - top) / height) * 2) / fy];
}

function movedLens(canvas: HTMLCanvasElement | null, { at, lens }: { readonly at: Spot; readonly lens: Lens }, to: Spot): Lens {
  const [before, after] = [toPosition(canvas, at, lens), toPosition(canvas, to, lens)];
  return { ...lens, x: lens.x + before[0] - after[0], y: lens.y + before[1] - after[1] };
}
