import type { Positions } from './map-points.js';

/** What of the map is seen: the position in the middle, and how often it is enlarged. */
export interface Lens {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Points to draw; the later groups lie above the earlier ones. */
export interface Drawing {
  readonly positions: Positions;
  /** Colours as `#rrggbb` or `#rrggbbaa`; sizes in pixels of the page. */
  readonly groups: readonly { readonly points: ArrayLike<number> | 'all'; readonly colour: string; readonly size: number }[];
  readonly lens: Lens;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws points on a canvas; `dispose` gives back what the graphics card holds. */
export interface Painter {
  readonly kind: 'webgl' | 'canvas';
  draw(drawing: Drawing): void;
  dispose(): void;
}

/** Where a position lies in the picture, from −1 to 1, with the longer side of the canvas cut to the shorter. */
export function onCanvas([x, y]: readonly [number, number], lens: Lens, size: Size) {
  const [fx, fy] = factorsOf(lens, size);
  return [(x - lens.x) * fx, (y - lens.y) * fy] as const;
}

/** What a distance of 1 on the map is in the picture, across and up. */
export function factorsOf({ zoom }: Pick<Lens, 'zoom'>, { width, height }: Size) {
  const side = Math.min(width, height) * 0.94;
  return [(zoom * side) / width, (zoom * side) / height] as const;
}

/** `#rrggbb` or `#rrggbbaa`, each part from 0 to 1. */
export function rgba(colour: string): readonly [number, number, number, number] {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5), colour.length > 7 ? part(7) : 1];
}
