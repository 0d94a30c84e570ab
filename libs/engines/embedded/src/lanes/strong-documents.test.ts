import { expect, it } from 'vitest';
import { ofStrongDocuments } from './strong-documents.js';

/** Ten slots to a document. */
const projection = { documentOf: (slot: number) => Math.floor(slot / 10) };
const ranked = (scores: Readonly<Record<number, number>>) =>
  Object.entries(scores)
    .map(([slot, score]) => ({ slot: Number(slot), score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot);
const slotsOf = (rankings: ReturnType<typeof ofStrongDocuments>) => rankings.map((ranking) => ranking.map(({ slot }) => slot));

it('keeps the usual depth, and beyond it what is of the document that says most in all its passages', () => {
  const one = { ranking: ranked({ 0: 9, 10: 5, 11: 5, 12: 5, 13: 5, 20: 4 }), projection };
  const other = { ranking: ranked({ 0: 8, 1: 4, 10: 7, 20: 6 }), projection };
  // The four best of both; of the rest, the passages of the second document of the first collection.
  expect(slotsOf(ofStrongDocuments([one, other], { best: 4, each: 0 }))).toEqual([
    [0, 10, 11, 12, 13],
    [0, 10, 20],
  ]);
});

it('keeps what stands at the depth with the same score, and as many of each collection as are wanted', () => {
  const one = { ranking: ranked({ 0: 9, 1: 8, 2: 7, 10: 7, 20: 7 }), projection };
  const other = { ranking: ranked({ 30: 3, 40: 2, 50: 1 }), projection };
  expect(slotsOf(ofStrongDocuments([one, other], { best: 3, each: 2 }))).toEqual([
    [0, 1, 2, 10, 20],
    [30, 40],
  ]);
});

it('keeps all where nothing is beyond the depth', () => {
  const one = { ranking: ranked({ 0: 2, 10: 1 }), projection };
  expect(slotsOf(ofStrongDocuments([one, { ranking: [], projection }], { best: 100, each: 3 }))).toEqual([[0, 10], []]);
});
