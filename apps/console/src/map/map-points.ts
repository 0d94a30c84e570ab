import type { CollectionMap } from '@tributary/contracts';

/** The points of a map as they are drawn: x and y in turn, the longer side from −1 to 1. */
export type Positions = Float32Array;

/** A map as the page works with it. */
export interface MapPoints {
  readonly map: CollectionMap;
  readonly positions: Positions;
  /** What brings a place on the axes to a position. */
  readonly frame: Frame;
  /** Distance along each axis, point by point; empty where the map came without. */
  readonly components: Float32Array;
  readonly axes: number;
}

/** Where a drawing has its middle, and how much of it fits. */
export interface Frame {
  readonly middle: readonly [number, number];
  readonly reach: number;
}

export function readMap(map: CollectionMap): MapPoints {
  const [scaleX = 1, scaleY = 1] = map.scale;
  const integers = new Int16Array(bytesOf(map.coordinates).buffer);
  const places = Float32Array.from(integers, (value, at) => value * (at % 2 === 0 ? scaleX : scaleY));
  const frame = frameOf(places);
  const { axes = 0, scale = [], values = '' } = map.components ?? {};
  const components = Float32Array.from(new Int8Array(bytesOf(values).buffer), (value, at) => value * (scale[at % axes] ?? 1));
  return { map, positions: framed(places, frame), frame, components, axes };
}

/** A place on the axes as a position. */
export function toPosition([x = 0, y = 0]: readonly number[], { middle, reach }: Frame): readonly [number, number] {
  return [(x - middle[0]) / reach, (y - middle[1]) / reach];
}

export function frameOf(places: Float32Array): Frame {
  if (places.length === 0) return { middle: [0, 0], reach: 1 };
  const [xs, ys] = [limitsOf(places, 0), limitsOf(places, 1)];
  const reach = Math.max(xs.most - xs.least, ys.most - ys.least) / 2;
  return { middle: [(xs.least + xs.most) / 2, (ys.least + ys.most) / 2], reach: reach === 0 ? 1 : reach };
}

export function framed(places: Float32Array, { middle, reach }: Frame): Positions {
  return places.map((value, at) => (value - (middle[at % 2] ?? 0)) / reach);
}

function limitsOf(places: Float32Array, from: 0 | 1): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (let at = from; at < places.length; at += 2) {
    const value = places[at] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
