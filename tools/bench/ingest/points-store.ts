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
/** As the embedded store gives its reader. */
const CACHE_KIB = 4_096;

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
    this.#engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
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

  /** @returns milliseconds until the last is durable */
  write(documents: readonly DocumentWrite[]): Promise<number> {
    return writeAll(this.#engine, documents);
  }

  /** The same into sqlite-vec and FTS5. @returns milliseconds until the last is durable */
  writePeer(documents: readonly DocumentWrite[]): number {
    const startedAt = performance.now();
    for (let at = 0; at < documents.length; at += 32) this.#peer.insert(documents.slice(at, at + 32));
    return performance.now() - startedAt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    this.#peer.close();
    await this.#folder.remove();
  }
}

function position([line, column]: readonly [number, number]): [number, number] {
  return [line, column];
}
