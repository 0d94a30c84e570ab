import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import { expect, it } from 'vitest';
import { headOf, reorder } from './head.js';

function hit(id: string, score: number): JudgedHit<Candidate> {
  const chunk = { docVersion: 1, chunkIndex: 0, totalChunks: 2, body: new Uint8Array(), title: new Uint8Array(), length: 1 };
  return { collection: 0, candidate: { ...chunk, id, docId: id.slice(0, 1) }, score, relevance: 0.5, signals: () => ({}) };
}
const documentOf = ({ candidate }: JudgedHit<Candidate>) => candidate.docId;
const HITS = [hit('a1', 10), hit('a2', 9), hit('b1', 8), hit('c1', 5), hit('b2', 4), hit('d1', 1)];

it('moves all passages of a document by as much as its best one', () => {
  const { hits, scores } = reorder(HITS, headOf(HITS, { most: 3, documentOf }), [1, 3, 2]);
  expect(hits.map((one) => [one.candidate.id, scores.get(one)])).toEqual([
    ['b1', 10],
    ['c1', 8],
    ['b2', 6],
    ['a1', 5],
    ['a2', 4],
    ['d1', 1],
  ]);
});

it('leaves documents without a score where they are', () => {
  const { hits } = reorder(HITS, headOf(HITS, { most: 4, documentOf }), [1, undefined, 3, 2]);
  expect(hits.map(({ candidate }) => candidate.id)).toEqual(['c1', 'b1', 'd1', 'b2', 'a1', 'a2']);
});
