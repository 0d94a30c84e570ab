import { MigrationSummary, ParityReport } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { outcomeSentences } from './outcome-sentences.js';

const parity = ParityReport.parse({
  documents: 3,
  points: 4,
  missing: 0,
  extra: 0,
  changed: 0,
  vectors: 4,
  vectors_off: 0,
  vectors_normalised: 0,
  largest_difference: 0,
  queries: 4,
  overlap: 0.999,
  differences: [],
});

const moved = MigrationSummary.parse({
  collection: 'wiki',
  from: 'team/wiki',
  to: 'main/wiki',
  state: 'done',
  phase: 'done',
  documents: { done: 3 },
  copied: 3,
  passes: 2,
  started_at: '2026-01-01T00:00:00Z',
});
const proofSentences = (of: ParityReport) => outcomeSentences({ ...moved, parity: of }).slice(1);

it('tells what was compared, and what differs', () => {
  expect(proofSentences(parity)).toEqual([
    'Compared 3 documents, 4 points, 4 vectors: equal; the nearest ten of 4 stored vectors agree to 99.9 %.',
  ]);
  expect(proofSentences({ ...parity, missing: 1, vectors_normalised: 2 })).toEqual([
    'Compared 3 documents, 4 points, 4 vectors: 1 missing, 0 too many, 0 changed, 0 vectors off; the nearest ten of 4 stored vectors agree to 99.9 %.',
    '2 vectors are kept at unit length there: directions are equal, lengths are not.',
  ]);
});

it('claims nothing of nearest ones that were not asked for', () => {
  expect(proofSentences({ ...parity, queries: 0, overlap: 1 })).toEqual(['Compared 3 documents, 4 points, 4 vectors: equal.']);
});

it('tells what is otherwise than before', () => {
  expect(outcomeSentences({ ...moved, note: 'Names are others now.' })).toEqual([
    'Moved team/wiki to main/wiki (3 documents written).',
    'Names are others now.',
  ]);
});
