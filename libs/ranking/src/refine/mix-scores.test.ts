import { describe, expect, it } from 'vitest';
import { dealOut, mixScores } from './mix-scores.js';

describe('mixScores', () => {
  const first = [3, 2, 1];

  it('is the order of the first at weight 0, and more and more that of the second', () => {
    const order = (weight: number) => {
      const mixed = mixScores({ first, second: [0.1, 0.9, 0.5], weight });
      return [0, 1, 2].sort((a, b) => Number(mixed[b]) - Number(mixed[a])).join('');
    };
    expect([0, 1, 100].map(order)).toEqual(['012', '102', '120']);
  });

  it('is the same whatever the scale of either', () => {
    const second = [0.2, 0.1, 0.7];
    const scaled = mixScores({ first: first.map((x) => 40 * x - 7), second: second.map((x) => x / 9 + 3), weight: 2 });
    const plain = mixScores({ first, second, weight: 2 });
    plain.forEach((score, at) => {
      expect(scaled[at]).toBeCloseTo(Number(score), 9);
    });
  });

  it('leaves out what the second judge did not see, and bears scores that do not differ', () => {
    expect(mixScores({ first, second: [1, undefined, 2], weight: 1 })).toEqual([0, undefined, 0]);
    expect(mixScores({ first, second: [5, 5, 5], weight: 1 })[0]).toBeGreaterThan(0);
    expect(mixScores({ first: [], second: [], weight: 1 })).toEqual([]);
  });
});

describe('dealOut', () => {
  it('gives the old scores to the new order, and nothing to what was not judged', () => {
    expect(dealOut([9, 8, 7, 6], [0, undefined, 2, 1])).toEqual([6, 8, 9, 7]);
  });

  it('keeps the old order of equals', () => {
    expect(dealOut([9, 8, 7], [1, 1, 1])).toEqual([9, 8, 7]);
  });
});
