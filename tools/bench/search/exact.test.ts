import { expect, it } from 'vitest';
import { nearest, recall } from './exact.js';

const unit = (x: number, y: number) => Float32Array.of(x / Math.hypot(x, y), y / Math.hypot(x, y));

it('takes any of equally near vectors for the last place, however many there are', () => {
  const vectors = [unit(1, 0), ...Array.from({ length: 50 }, () => unit(1, 1)), unit(0, 1)];
  const exact = nearest(unit(1, 0), vectors, [2, 3]);
  expect(recall([0, 50], exact, 2)).toBe(1);
  expect(recall([0, 51], exact, 2)).toBe(0.5);
  expect(recall([0, 1, 50], exact, 3)).toBe(1);
});

it('takes all where fewer are farther away than the last', () => {
  expect(recall([1, 0], nearest(unit(1, 0), [unit(1, 1), unit(1, 1)], [2]), 2)).toBe(1);
});
