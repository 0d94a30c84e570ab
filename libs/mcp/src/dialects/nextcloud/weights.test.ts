import { expect, it } from 'vitest';
import { checkedWeights } from './weights.js';

const checked = (semantic: number, keyword: number, fuzzy: number) => () => checkedWeights({ semantic, keyword, fuzzy });
const refused = (message: string) => expect.objectContaining({ code: 'SEARCH.WEIGHTS_INVALID', message }) as Error; // safe: a matcher stands for the error

it('refuses a negative weight first, also where the sum is wrong [002-21]', () => {
  expect(checked(-0.1, 0.6, 0.2)).toThrow(refused('Weights must be non-negative'));
  expect(checked(-0.1, 2, 0)).toThrow(refused('Weights must be non-negative'));
});

it('refuses weights that sum to more than 1, with the sum in two decimals [002-22] [002-12]', () => {
  expect(checked(0.5, 0.5, 0.2)).toThrow(refused('Weights sum to 1.20, must be ≤1.0'));
  expect(checked(1, 1, 1)).toThrow(refused('Weights sum to 3.00, must be ≤1.0'));
});

it('refuses weights that are all 0 [002-23]', () => {
  expect(checked(0, 0, 0)).toThrow(refused('At least one weight must be > 0'));
});

it('takes sums that miss 1 by the error of decimal fractions', () => {
  expect(0.34 + 0.55 + 0.11).toBeGreaterThan(1);
  expect(checked(0.34, 0.55, 0.11)).not.toThrow();
  expect(checked(0, 0, 0.01)).not.toThrow();
});
