import { describe, expect, it } from 'vitest';
import { wrongCollections } from './wrong-collections.js';

describe('the wrong collections that queries are sent to', () => {
  it.each([8, 7, 3, 2])('are two different ones each, and all of %i alike often', (others) => {
    const chosen = wrongCollections(others * 4, others);
    expect(chosen.every((pair) => new Set(pair).size === 2)).toBe(true);
    const counts = Map.groupBy(chosen.flat(), (other) => other);
    expect([...counts.values()].map(({ length }) => length)).toEqual(new Array(others).fill(8));
  });

  it('are as many as there are', () => {
    expect(wrongCollections(2, 1)).toEqual([[0], [0]]);
    expect(wrongCollections(2, 0)).toEqual([[], []]);
  });
});
