import { describe, expect, it } from 'vitest';
import type { Drawing } from './drawing.js';
import { paintPixels } from './pixel-painter.js';

const SIZE = { width: 100, height: 50 };
const lens = { x: 0, y: 0, zoom: 1 };

function painted(drawing: Omit<Drawing, 'lens'> & { readonly lens?: Drawing['lens'] }) {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  paintPixels(pixels, SIZE, { lens, ratio: 1, ...drawing });
  return {
    at: (x: number, y: number) => [...pixels.subarray((y * SIZE.width + x) * 4, (y * SIZE.width + x) * 4 + 4)],
    count: Array.from({ length: SIZE.width * SIZE.height }, (_, n) => pixels[n * 4 + 3] ?? 0).filter((alpha) => alpha > 0).length,
  };
}

describe('points set as pixels', () => {
  it('are discs at their places, y upwards, the shorter side holding −1 to 1', () => {
    const { at, count } = painted({ positions: Float32Array.of(0, 0.5), groups: [{ points: 'all', colour: '#ff0000', size: 4 }] });
    expect(at(50, 13)).toEqual([255, 0, 0, 255]);
    expect(at(50, 16)).toEqual([0, 0, 0, 0]);
    expect(count).toBe(13);
  });

  it('lie one above the other in the order of the groups, and are mixed where one can see through', () => {
    const positions = Float32Array.of(0, 0);
    const opaque = painted({
      positions,
      groups: [
        { points: 'all', colour: '#ff0000', size: 4 },
        { points: [0], colour: '#0000ff', size: 2 },
      ],
    });
    expect([opaque.at(50, 25), opaque.at(52, 25)]).toEqual([
      [0, 0, 255, 255],
      [255, 0, 0, 255],
    ]);
    const mixed = painted({
      positions,
      groups: [
        { points: 'all', colour: '#ff0000', size: 2 },
        { points: 'all', colour: '#0000ff80', size: 2 },
      ],
    });
    expect(mixed.at(50, 25)).toEqual([127, 0, 128, 255]);
  });

  it('are drawn only within the picture, as the lens moves and enlarges', () => {
    const drawing = { positions: Float32Array.of(0, 0, 0.5, 0, 5, 5), groups: [{ points: 'all' as const, colour: '#00ff00', size: 1 }] };
    expect(painted(drawing).count).toBe(2);
    expect(painted({ ...drawing, lens: { x: 0.5, y: 0, zoom: 20 } }).count).toBe(1);
    expect(painted({ ...drawing, lens: { x: 0.5, y: 0, zoom: 20 } }).at(50, 25)).toEqual([0, 255, 0, 255]);
  });
});
