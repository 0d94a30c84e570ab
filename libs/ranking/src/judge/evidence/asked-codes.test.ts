import { expect, it } from 'vitest';
import { AskedCodes } from './asked-codes.js';

const POINTS = 100;
const CODE = { weight: 1, isCode: true };
/** A code that one passage says, beside words that two say each. */
const beside = (words: number) => {
  const terms = [CODE, ...Array.from({ length: words }, () => ({ weight: 1 }))];
  const documentFrequency = terms.map((_, at) => (at === 0 ? 1 : 2));
  return new AskedCodes({ terms, counts: { points: POINTS, totalLength: 10 * POINTS, documentFrequency } });
};
const text = (code: number, words: number) => ({ body: [code, ...Array.from({ length: words }, () => 1)], title: [] });

it('tells how far passages say and miss the codes of a query that is about them', () => {
  const codes = beside(2);
  const [saying, lacking] = [codes.saidBy(text(1, 2)), codes.saidBy(text(0, 2))];
  expect([saying.missed, lacking.said]).toEqual([0, 0]);
  expect(saying.said).toBeCloseTo(0.63, 1);
  expect(lacking.missed).toBe(saying.said);
});

it('tells nothing of a query that says most in words', () => {
  const codes = beside(20);
  expect(codes.saidBy(text(1, 20))).toEqual({ said: 0, missed: 0 });
  expect(codes.saidBy(text(0, 20))).toEqual({ said: 0, missed: 0 });
});
