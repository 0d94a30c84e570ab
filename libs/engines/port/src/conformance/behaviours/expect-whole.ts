import { expect } from 'vitest';
import type { Engine, NominateRequest } from '../../index.js';
import { termOf } from '../samples/analysis.js';
import { replacedDocument } from '../samples/replaced-document.js';

const LANES = ['semantic', 'keyword', 'fuzzy'] as const;

/** Reads the document in every way and fails if one of them saw parts of two versions, or not all of one. @returns the version that was read last */
export async function expectWhole(engine: Engine, collection: string, key = 'replaced'): Promise<number> {
  const { docId, points } = replacedDocument(collection, 1, key);
  const filter = { must: [{ key: 'doc_id', match: { value: docId } }] };
  const [vector] = points.map((point) => point.vector);
  const request: NominateRequest = {
    collection,
    filter,
    lanes: LANES,
    limit: 50,
    terms: [{ id: termOf('replaced'), weight: 1 }],
    words: ['replaced'],
    ...(vector ? { vector } : {}),
  };
  const { candidates, lanes } = await engine.nominate(request);
  const seen = candidates.map(({ docVersion, chunkIndex, totalChunks }) => ({
    version: docVersion,
    chunk: chunkIndex,
    total: totalChunks,
  }));
  expectOneVersion(collection, key, seen);
  for (const lane of LANES) {
    const result = lanes[lane];
    expect(result?.status === 'searched' && result.ranking.length).toBe(candidates.length);
  }
  for (const selector of [{ docId }, { filter }]) {
    const read = await engine.read(collection, selector);
    const places = read.map(({ payload }) => ({ version: payload.doc_version, chunk: payload.chunk_index, total: payload.total_chunks }));
    expectOneVersion(collection, key, places);
    expect(read.map(({ payload }) => payload.content)).toEqual(contents(collection, places[0]?.version ?? 0, key));
  }
  return seen[0]?.version ?? 0;
}

function expectOneVersion(
  collection: string,
  key: string,
  seen: readonly { readonly version: number; readonly chunk: number; readonly total: number }[],
): void {
  const version = seen[0]?.version ?? 0;
  const length = contents(collection, version, key).length;
  expect(seen.toSorted((a, b) => a.chunk - b.chunk)).toEqual(Array.from({ length }, (_, chunk) => ({ version, chunk, total: length })));
}

function contents(collection: string, version: number, key: string): readonly string[] {
  return replacedDocument(collection, version, key).points.map(({ payload }) => payload.content);
}
