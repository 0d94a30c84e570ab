import { join } from 'node:path';
import type { Chunk } from '@tributary/chunking';
import { Card, type CardModel } from '@tributary/contracts';

import { EmbeddedEngine } from '@tributary/engines-embedded';
import { physicalName, type DocumentWrite } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { ANALYSER, type analyseChunk } from '@tributary/ranking';
import { temporaryFolder } from '@tributary/testing';
import { DirectIndex } from '../engine/direct-index.ts';
import { writeAll } from '../engine/writing.ts';

const COLLECTION = 'bench';
/** As the embedded store gives its writer. */
const CACHE_KIB = 8_192;
/** A transaction of the embedded store begins its last document with at most so many points. */
const POINTS_AT_ONCE = 256;

interface FileChunks {
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

/** A new embedded store, and beside it the same tables as one builds them on SQLite alone. */
export class PointsStore implements AsyncDisposable {
  readonly #folder: Awaited<ReturnType<typeof temporaryFolder>>;
  readonly #engine: EmbeddedEngine;
  readonly #peer: DirectIndex;

  private constructor(folder: Awaited<ReturnType<typeof temporaryFolder>>, dimension: number) {
    this.#folder = folder;
    this.#engine = EmbeddedEngine.open({ name: 'main', folder: folder.path, writerThreads: 'always' });
    this.#peer = new DirectIndex(join(folder.path, 'peer.db'), { dimension, cacheKib: CACHE_KIB });
  }

  static async open(model: CardModel): Promise<PointsStore> {
    const store = new PointsStore(await temporaryFolder(), model.dimension);
    const card = Card.parse({ model, analyser: ANALYSER, created_at: '2026-01-01T00:00:00Z' });
    await store.#engine.createCollection(physicalName(COLLECTION, 1), card);
    return store;
  }

  /** A file with everything that its chunks are stored with. */
  documentOf(
    { path, chunks }: FileChunks,
    vectors: readonly Float32Array[],
    features: readonly ReturnType<typeof analyseChunk>[],
  ): DocumentWrite {
    const key = encodeDocumentKey(path);
    const docId = documentId(COLLECTION, key);
    const shared = { doc_id: docId, doc_version: 1, title: path, source: 'bench', path, type: 'code' as const };
    const points = chunks.flatMap(({ symbols: _symbols, range, ...chunk }, at) => {
      const vector = vectors[at];
      const feature = features[at];
      if (vector === undefined || feature === undefined) return [];
      const original_id = chunkOriginalId({ collection: COLLECTION, key, chunk: chunk.n });
      const { n, ...passage } = chunk;
      const payload = {
        ...shared,
        ...passage,
        original_id,
        range: { start: position(range.start), end: position(range.end) },
        chunk_index: n,
        total_chunks: chunks.length,
        hash: sha256Hex(chunk.content),
        indexed_at: '2026-01-01T00:00:00Z',
      };
      return [{ id: md5Uuid(original_id), payload, vector, features: { ...feature, common: vector } }];
    });
    return { collection: physicalName(COLLECTION, 1), docId, key, version: 1, hash: sha256Hex(key), points };
  }

  /** Writes documents that do not count: a server's writer runs and has its statements when there is much to write. */
  async warm(documents: readonly DocumentWrite[]): Promise<void> {
    await this.write(documents);
    this.writePeer(documents);
  }

  /** @returns milliseconds until the last is durable */
  write(documents: readonly DocumentWrite[]): Promise<number> {
    return writeAll(this.#engine, documents);
  }

  /** The same into sqlite-vec and FTS5, as many points in a transaction. @returns milliseconds until the last is durable */
  writePeer(documents: readonly DocumentWrite[]): number {
    const startedAt = performance.now();
    for (const portion of portionsOf(documents)) this.#peer.insert(portion);
    return performance.now() - startedAt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    this.#peer.close();
    await this.#folder.remove();
  }
}

function* portionsOf(documents: readonly DocumentWrite[]): Generator<readonly DocumentWrite[]> {
  let portion: DocumentWrite[] = [];
  let points = 0;
  for (const document of documents) {
    portion.push(document);
    points += document.points.length;
    if (points < POINTS_AT_ONCE) continue;
    yield portion;
    portion = [];
    points = 0;
  }
  if (portion.length > 0) yield portion;
}

function position([line, column]: readonly [number, number]): [number, number] {
  return [line, column];
}
