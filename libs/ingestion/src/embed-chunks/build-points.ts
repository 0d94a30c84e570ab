import { ACL_NOBODY, type ChunkToEmbed, type DocumentHeader, type PointPayload } from '@tributary/contracts';
import type { Point } from '@tributary/engines-port';
import { decodeDocumentKey, documentNames } from '@tributary/kernel';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import { analyseChunk, withNameTerms } from '@tributary/ranking';
import type { ChunkFeatures } from '../analysis/packed-features.js';

interface Embedded {
  readonly chunks: readonly ChunkToEmbed[];
  /** Terms and words, one per chunk. */
  readonly analysed: readonly ChunkFeatures[];
  /** By the collection's own model, one per chunk. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** By the common model, one per chunk. */
  readonly common: readonly (Float32Array | undefined)[];
  /** Vector of a text the common model refuses. */
  readonly zero: Float32Array;
  readonly indexedAt: string;
}

/** The points of a document version: everything lanes and judge need is made here, once. */
export function buildPoints(document: DocumentHeader, { chunks, analysed, vectors, common, zero, indexedAt }: Embedded): readonly Point[] {
  const shared = sharedPayload(document);
  return chunks.map((chunk, i) => {
    const { n, content, heading, chunk_type, sym, symbols, scope, signature, range, page, section, moment, hash } = chunk;
    const derived = chunkOriginalId({ collection: document.collection, key: document.key, chunk: n });
    const chosen = n === 0 ? document.point_id : undefined;
    // An id its producer chose was made of the document's own.
    const original_id = chosen === undefined ? derived : decodeDocumentKey(document.key);
    const payload: PointPayload = {
      ...shared,
      original_id,
      chunk_index: n,
      total_chunks: chunks.length,
      chunk_type,
      content,
      hash,
      indexed_at: indexedAt,
      ...(heading === '' ? {} : { heading }),
      ...(sym === undefined ? {} : { sym }),
      ...(symbols === undefined ? {} : { symbols }),
      ...(scope === undefined ? {} : { scope }),
      ...(signature === undefined ? {} : { signature }),
      ...(range === undefined ? {} : { range }),
      ...(page === undefined ? {} : { page }),
      ...(section === undefined ? {} : { section }),
      ...(moment === undefined ? {} : { created_at: moment, modified_at: moment }),
    };
    const vector = vectors[i];
    const { terms, ...further } = analysed[i] ?? analyseChunk({ heading, content });
    // What the document is called leads to its beginning.
    const features = { ...further, terms: n === 0 ? withNameTerms(terms, documentNames(document)) : terms, common: common[i] ?? zero };
    return { id: chosen ?? md5Uuid(original_id), payload, features, ...(vector === undefined ? {} : { vector }) };
  });
}

/** What passages take over from their document, in this order whichever way it came: the same document gives the same bytes. */
const SHARED = [
  'doc_id',
  'source',
  'title',
  'type',
  'path',
  'lang',
  'repo',
  'module',
  'tags',
  'user_id',
  'created_at',
  'modified_at',
  'metadata',
] as const satisfies readonly (keyof DocumentHeader)[];

/** The fields all chunks of a document have in common, without those that are not set. */
function sharedPayload(document: DocumentHeader) {
  const { acl, doc_id, title, source, type, version } = document;
  // An empty list would read as "no restriction".
  const access = acl === undefined ? {} : { acl: acl.length === 0 ? [ACL_NOBODY] : acl };
  return { ...fieldsOf(document), doc_id, doc_version: version, title, source, type, ...access };
}

function fieldsOf(document: DocumentHeader): Partial<Pick<DocumentHeader, (typeof SHARED)[number]>> {
  const fields: Partial<Record<keyof DocumentHeader, unknown>> = {};
  for (const name of SHARED) if (document[name] !== undefined) fields[name] = document[name];
  // safe: each name has the value of the document's own field
  return fields as Partial<Pick<DocumentHeader, (typeof SHARED)[number]>>;
}
