import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { bigramDice } from './bigram-dice.js';
import { editDistanceWithin1 } from './edit-distance.js';

/** Optimal string alignment distance by its table, to compare with. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

describe('editDistanceWithin1', () => {
  it('agrees with the distance table on random words', () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    const word = () => Array.from({ length: random.below(6) }, () => random.pick(['a', 'b', 'c'])).join('');
    for (let round = 0; round < 20_000; round++) {
      const [a, b] = [word(), word()];
      expect(editDistanceWithin1(a, b), `${a} ${b}`).toBe(editDistance(a, b) <= 1);
    }
  });
});

describe('bigramDice', () => {
  it('respects the order of the letters', () => {
    expect(bigramDice('kuberntes', 'kubernetes')).toBeCloseTo(0.82, 2);
    expect(bigramDice('listen', 'silent')).toBeCloseTo(0.2, 10);
  });

  it('counts a repeated pair as often as both words have it', () => {
    expect(bigramDice('aaaa', 'aa')).toBe(0.5);
  });

  it('is 1 for equal words, 0 for words without a common pair, and safe for a single letter', () => {
    expect(bigramDice('word', 'word')).toBe(1);
    expect(bigramDice('abc', 'xyz')).toBe(0);
    expect([bigramDice('a', 'a'), bigramDice('a', 'b'), bigramDice('', '')]).toEqual([1, 0, 1]);
  });
});
