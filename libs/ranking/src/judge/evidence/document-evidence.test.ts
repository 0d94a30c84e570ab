import { expect, it } from 'vitest';
import { idf, lengthNorm, saturate } from '../../bm25/bm25.js';
import { documentScores, groupByDocument, titleScores } from './document-evidence.js';
import { lexicalScale } from './lexical.js';
import type { JudgedCandidate } from '../judged-candidate.js';

const counts = { points: 100, totalLength: 1000, documentFrequency: [10, 40] };
const terms = [{ weight: 1 }, { weight: 2 }];

function chunk(docId: string, body: readonly number[], fields: Partial<JudgedCandidate> = {}): JudgedCandidate {
  return { id: docId + body.join(), docId, body: Uint8Array.from(body), title: new Uint8Array(body.length), length: 10, ...fields };
}

it('groups candidates by document and reckons its length and counts from the chunks that are known', () => {
  const documents = groupByDocument(
    [
      chunk('a', [1, 0], { totalChunks: 4, length: 8 }),
      chunk('b', [1, 0]),
      chunk('a', [2, 1], { totalChunks: 4, length: 12, title: Uint8Array.from([0, 1]) }),
    ],
    2,
  );
  expect(documents).toEqual([
    { chunks: [0, 2], totalChunks: 4, length: 40, body: [3, 1], title: [0, 1] },
    { chunks: [1], totalChunks: 1, length: 10, body: [1, 0], title: [0, 0] },
  ]);
});

it('takes entries of a document for documents of their own, of which what was nominated is all', () => {
  const ofBox = { totalChunks: 400, length: 10 };
  const documents = groupByDocument(
    [
      chunk('box', [1, 0], { ...ofBox, entry: 'Offer' }),
      chunk('box', [0, 2], { ...ofBox, entry: 'Bill' }),
      chunk('box', [1, 1], { ...ofBox, entry: 'Offer' }),
    ],
    2,
  );
  expect(documents).toEqual([
    { chunks: [0, 2], totalChunks: 2, length: 20, body: [2, 1], title: [0, 0] },
    { chunks: [1], totalChunks: 1, length: 10, body: [0, 2], title: [0, 0] },
  ]);
});

it('scores a document by what its chunks say together', () => {
  const candidates = [chunk('a', [1, 0]), chunk('b', [2, 0]), chunk('a', [1, 3])];
  const documents = groupByDocument(candidates, 2);
  const [a, b] = documentScores(documents, lexicalScale({ terms, counts }));
  const weight = (body: number, length: number) => saturate(body, lengthNorm(length, 15));
  expect(a).toBeCloseTo(idf(100, 10) * weight(2, 20) + 2 * idf(100, 40) * weight(3, 20), 12);
  expect(b).toBeCloseTo(idf(100, 10) * weight(2, 10), 12);
});

it('counts a title once, however many chunks repeat it, and apart from the body', () => {
  const title = Uint8Array.from([1, 0]);
  const candidates = [chunk('a', [0, 0], { title }), chunk('a', [5, 5], { title })];
  const [score] = titleScores(groupByDocument(candidates, 2), { terms, counts });
  // Two chunks of one document were met: each document is taken to have two, so there are 50, and one of the titles has the word.
  expect(score).toBeCloseTo(idf(50, 1), 12);
});
