import { expect, it } from 'vitest';
import { Lessons, feedbackSimilarities } from './feedback.js';

const unit = (...values: readonly number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

it('equals the cosine with the query moved towards the mean of its three best documents', () => {
  const query = unit(1, 2, 0, 1);
  const vectors = [unit(1, 1, 0, 0), unit(0, 1, 1, 1), unit(1, 0, 0, 2), unit(0, 0, 1, -1), unit(3, 1, 1, 1)];
  const moved = unit(...query.map((value, d) => value + [4, 0, 2].reduce((sum, at) => sum + (vectors[at]?.[d] ?? 0) / 3, 0)));
  const found = feedbackSimilarities({ query, vectors, bestChunks: [4, 0, 2, 1] });
  vectors.forEach((vector, at) => {
    expect(found[at]).toBeCloseTo(dot(moved, vector), 5);
  });
});

it('learns from the documents that have a vector, and knows nothing of those that have none', () => {
  const found = feedbackSimilarities({ query: unit(1, 0), vectors: [undefined, unit(1, 0)], bestChunks: [0, 1] });
  expect(found[0]).toBeUndefined();
  expect(found[1]).toBeCloseTo(1, 6);
});

it('keeps what was learnt while the teachers stay, and learns anew from others', () => {
  const query = unit(1, 2, 0, 1);
  const vectors = [unit(1, 1, 0, 0), unit(0, 1, 1, 1), unit(1, 0, 0, 2), unit(0, 0, 1, -1)];
  const lessons = new Lessons({ query, vectors });
  const first = lessons.by([0, 1, 2]);
  expect(lessons.by([0, 1, 2, 3])).toBe(first);
  for (const bestChunks of [[3, 1, 2], [0, 1], [], [0, 1, 2]])
    expect(lessons.by(bestChunks)).toEqual(feedbackSimilarities({ query, vectors, bestChunks }));
});
