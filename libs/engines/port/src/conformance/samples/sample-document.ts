import type { PointPayload } from '@tributary/contracts';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import type { DocumentWrite, Point } from '../../index.js';
import { featuresOf } from './analysis.js';
import { vectorOf } from './vectors.js';

export const COMMON_DIMENSION = 8;

export interface SampleChunk {
  readonly content: string;
  /** By default one made of the content; null for a chunk without one. */
  readonly vector?: Float32Array | null;
  readonly common?: Float32Array;
  readonly payload?: Partial<PointPayload>;
}

export interface SampleDocument {
  readonly collection: string;
  readonly key: string;
  readonly version?: number;
  readonly hash?: string;
  readonly title?: string;
  readonly dimension?: number;
  readonly chunks: readonly (string | SampleChunk)[];
}

/** A whole document, complete down to ids and features. */
export function sampleDocument(sample: SampleDocument): DocumentWrite {
  const { collection, key, version = 1, hash = sha256Hex(JSON.stringify(sample.chunks)), title = '' } = sample;
  const docId = documentId(collection, key);
  const points = sample.chunks.map((chunk, index): Point => {
    const { content, vector, common, payload } = typeof chunk === 'string' ? { content: chunk } : chunk;
    const originalId = chunkOriginalId({ collection, key, chunk: index });
    const own = vector === undefined ? vectorOf(content, sample.dimension ?? COMMON_DIMENSION) : vector;
    return {
      id: md5Uuid(originalId),
      payload: {
        original_id: originalId,
        doc_id: docId,
        doc_version: version,
        title,
        source: 'sample',
        type: 'doc',
        chunk_type: 'block',
        chunk_index: index,
        total_chunks: sample.chunks.length,
        content,
        hash: sha256Hex(content),
        indexed_at: '2026-01-01T00:00:00Z',
        ...payload,
      },
      ...(own ? { vector: own } : {}),
      features: { ...featuresOf(content, title), common: common ?? vectorOf(content, COMMON_DIMENSION) },
    };
  });
  return { collection, docId, key, version, hash, points };
}
