import type { DocumentHeader } from '@tributary/contracts';
import { analyseChunk, nameTerms } from '@tributary/ranking';
import { expect, it } from 'vitest';
import { buildPoints } from './build-points.js';

const HEADER: DocumentHeader = {
  collection: 'qdrant_ecosystem',
  key: 'new_docs:optimization.md',
  doc_id: 'd',
  version: 3,
  hash: 'h',
  epoch: 0,
  source: '',
  title: 'Optimization',
  type: 'doc',
  tags: ['a'],
  path: undefined,
};
const CHUNK = { n: 0, content: 'Tune the optimizer.', heading: 'Optimization', chunk_type: 'section', hash: 'c' };

function pointsOf(header: DocumentHeader, chunks = [CHUNK]) {
  const vector = new Float32Array([1]);
  const vectors = chunks.map(() => vector);
  return buildPoints(header, {
    chunks,
    analysed: chunks.map(analyseChunk),
    vectors,
    common: vectors,
    zero: vector,
    indexedAt: '2026-01-01T00:00:00.000Z',
  });
}

function payloadOf(header: DocumentHeader) {
  return pointsOf(header)[0];
}

it('names points as every other tool of this format does', () => {
  expect(payloadOf(HEADER)).toMatchObject({
    id: 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526',
    payload: { original_id: 'qdrant_ecosystem:new_docs:optimization.md:chunk:0' },
  });
});

it('stores the fields of the document and the chunk, and no others', () => {
  expect(payloadOf(HEADER)?.payload).toEqual({
    original_id: 'qdrant_ecosystem:new_docs:optimization.md:chunk:0',
    doc_id: 'd',
    doc_version: 3,
    source: '',
    title: 'Optimization',
    type: 'doc',
    tags: ['a'],
    chunk_index: 0,
    total_chunks: 1,
    chunk_type: 'section',
    content: 'Tune the optimizer.',
    heading: 'Optimization',
    hash: 'c',
    indexed_at: '2026-01-01T00:00:00.000Z',
  });
});

it('writes the fields of a document in one order, however they came, and nothing of what it was before it moved', () => {
  const { tags, ...others } = HEADER;
  const order = (header: DocumentHeader) => Object.keys(payloadOf(header)?.payload ?? {});
  expect(order({ ...(tags && { tags }), lang: 'en', vectors_from: 'before', ...others })).toEqual(order({ ...HEADER, lang: 'en' }));
});

it('writes an empty access list as nobody, and leaves an absent one out', () => {
  expect(payloadOf({ ...HEADER, acl: [] })?.payload.acl).toEqual(['nobody:']);
  expect(payloadOf({ ...HEADER, acl: ['user:ann'] })?.payload.acl).toEqual(['user:ann']);
  expect(payloadOf(HEADER)?.payload).not.toHaveProperty('acl');
});

it('the first passage has the names of its document among its terms, and no other has', () => {
  const header: DocumentHeader = { ...HEADER, path: 'docs/tuning.md', metadata: { aliases: ['Speed'] } };
  const [first, second] = pointsOf(header, [CHUNK, { ...CHUNK, n: 1 }]).map(({ features }) => [...features.terms.ids]);
  for (const name of ['Optimization', 'tuning', 'speed']) {
    expect(first).toEqual(expect.arrayContaining([...nameTerms(name)]));
    expect(second).not.toEqual(expect.arrayContaining([...nameTerms(name)]));
  }
});
