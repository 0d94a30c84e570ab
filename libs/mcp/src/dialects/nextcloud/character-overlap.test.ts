import { describe, expect, it } from 'vitest';
import { characterOverlap } from './character-overlap.js';

describe('character overlap', () => {
  it('takes kuberntes for kubernetes, at 0.82', () => {
    expect(characterOverlap(['kuberntes'], 'How we run Kubernetes.')).toBeCloseTo(14 / 17, 10);
  });

  it('does not take listen for silent, which has the same letters, at 0.20 [002-4]', () => {
    expect(characterOverlap(['listen'], 'Silent night')).toBe(0);
  });

  it('counts a word from 0.7 on, and not below [002-33]', () => {
    // 7 common pairs of 10 + 10, and 6.
    expect(characterOverlap(['abcdefghijk'], 'abcdefghzzz')).toBeCloseTo(0.7, 10);
    expect(characterOverlap(['abcdefghijk'], 'abcdefgzzzz')).toBe(0);
  });

  it('is the mean over the words of the query, each by its most similar word', () => {
    expect(characterOverlap(['budget', 'kuberntes', 'nothing'], 'The budget of Kubernetes')).toBeCloseTo((1 + 14 / 17) / 3, 10);
    expect(characterOverlap([], 'anything')).toBe(0);
    expect(characterOverlap(['word'], '')).toBe(0);
  });
});
