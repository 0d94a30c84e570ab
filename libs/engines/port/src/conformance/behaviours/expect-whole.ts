import { expect } from 'vitest';
import {
  isWholeVersion,
  onlyNewestVersions,
  type ChunkPlace,
  type Engine,
  type KnownPlace,
  type NominateRequest,
  type PointSelector,
  type StoredPoint,
} from '../../index.js';
import { termOf } from '../samples/analysis.js';
import { replacedDocument } from '../samples/replaced-document.js';
import { turn } from './turn.js';

const READ_WITHIN_MS = 30_000;

/** Reads the document in every way and fails if one of them showed parts of two versions, or not all of one. Where an engine overwrites chunk by
 *  chunk, the rules of the answer are applied: candidates of the newest version only, and reading again until one whole version is there.
 *  @returns the version that was read last */
export async function expectWhole(engine: Engine, collection: string, key = 'replaced'): Promise<number> {
  const shown = await expectNewest(engine, collection, key);
  if (engine.capabilities.atomicDocuments) return expectWholeAtOnce(engine, { collection, key, shown });
  const endsAt = performance.now() + READ_WITHIN_MS;
  for (;;) {
    const version = await tryReadWhole(engine, collection, key);
    if (version !== undefined) return version;
    if (performance.now() > endsAt) throw new Error('No whole version could be read.');
    await turn();
  }
}

/** Reads the document once. @returns its version, undefined while no whole one is there */
export async function tryReadWhole(engine: Engine, collection: string, key = 'replaced'): Promise<number | undefined> {
  const { docId } = replacedDocument(collection, 1, key);
  const read = await engine.read(collection, { docId });
  for (const { payload } of read) expect(payload.content).toBe(contents(collection, payload.doc_version, key)[payload.chunk_index]);
  const places = read.map(placeOf);
  if (!isWholeVersion(places)) return undefined;
  expectOneVersion(collection, key, places);
  return places[0]?.docVersion;
}

/** Fails if the candidates, after the rule for engines that overwrite chunk by chunk, are not parts of one version. */
export async function expectNewest(engine: Engine, collection: string, key = 'replaced'): Promise<readonly KnownPlace[]> {
  const { docId, points } = replacedDocument(collection, 1, key);
  const [vector] = points.map((point) => point.vector);
  const request: NominateRequest = {
    collection,
    filter: { must: [{ key: 'doc_id', match: { value: docId } }] },
    lanes: engine.capabilities.lanes,
    limit: 50,
    terms: [{ id: termOf('replaced'), weight: 1 }],
    words: ['replaced'],
    ...(vector ? { vector } : {}),
  };
  const { candidates, lanes } = await engine.nominate(request);
  const { atomicDocuments } = engine.capabilities;
  const shown = atomicDocuments ? candidates : onlyNewestVersions(candidates);
  const length = contents(collection, shown[0]?.docVersion ?? 0, key).length;
  for (const { docVersion, totalChunks, chunkIndex } of shown) {
    expect({ docVersion, totalChunks }).toEqual({ docVersion: shown[0]?.docVersion, totalChunks: length });
    expect(chunkIndex).toBeLessThan(length);
  }
  expect(new Set(shown.map(({ chunkIndex }) => chunkIndex)).size).toBe(shown.length);
  for (const lane of request.lanes) {
    const result = lanes[lane];
    expect(result?.status).toBe('searched');
    if (atomicDocuments) expect(result?.status === 'searched' && result.ranking.length).toBe(candidates.length);
  }
  return shown;
}

async function expectWholeAtOnce(
  engine: Engine,
  { collection, key, shown }: { readonly collection: string; readonly key: string; readonly shown: readonly KnownPlace[] },
): Promise<number> {
  const { docId } = replacedDocument(collection, 1, key);
  expectOneVersion(collection, key, shown);
  const selectors: readonly PointSelector[] = [{ docId }, { filter: { must: [{ key: 'doc_id', match: { value: docId } }] } }];
  for (const selector of selectors) {
    const read = await engine.read(collection, selector);
    expectOneVersion(collection, key, read.map(placeOf));
    expect(read.map(({ payload }) => payload.content)).toEqual(contents(collection, read[0]?.payload.doc_version ?? 0, key));
  }
  return shown[0]?.docVersion ?? 0;
}

function expectOneVersion(collection: string, key: string, seen: readonly KnownPlace[]): void {
  const docVersion = seen[0]?.docVersion ?? 0;
  const totalChunks = contents(collection, docVersion, key).length;
  const places = seen
    .map((place) => ({ docVersion: place.docVersion, chunkIndex: place.chunkIndex, totalChunks: place.totalChunks }))
    .sort((a, b) => a.chunkIndex - b.chunkIndex);
  expect(places).toEqual(Array.from({ length: totalChunks }, (_, chunkIndex) => ({ docVersion, chunkIndex, totalChunks })));
}

function placeOf({ payload }: StoredPoint): ChunkPlace {
  const { doc_id: docId, doc_version: docVersion, chunk_index: chunkIndex, total_chunks: totalChunks } = payload;
  return { docId, docVersion, chunkIndex, totalChunks };
}

function contents(collection: string, version: number, key: string): readonly string[] {
  return replacedDocument(collection, version, key).points.map(({ payload }) => payload.content);
}
