import type { Schemas } from '@qdrant/js-client-rest';
import { entryOf } from '@tributary/engines-port';
import { z } from 'zod';
import { StoredFeatures } from '../points/features.js';
import { OWN, own } from '../points/layout.js';

/** What lanes fetch of a chunk: its place and its terms, not its text. */
export const NOMINEE_FIELDS = [
  'doc_id', 'doc_version', 'chunk_index', 'total_chunks', 'lang', 'path', 'section', 'created_at', 'metadata.format', ...['seq', 'terms', 'body', 'title', 'length', 'norm'].map(own),
]; // oxfmt-ignore

const Nominee = z.object({
  doc_id: z.string(),
  doc_version: z.number(),
  chunk_index: z.number(),
  total_chunks: z.number(),
  lang: z.string().optional(),
  path: z.string().optional(),
  section: z.string().optional(),
  created_at: z.string().optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  [OWN]: StoredFeatures,
});

/** A chunk that a lane nominated. */
export interface Nominee {
  readonly id: string;
  readonly docId: string;
  readonly docVersion: number;
  readonly chunkIndex: number;
  readonly totalChunks: number;
  readonly entry: string | undefined;
  readonly seq: number;
  readonly length: number;
  readonly norm: number;
  /** Occurrences of a term in content and title. */
  readonly occurrences: (term: number) => { readonly body: number; readonly title: number };
}

export function nomineeOf({ id, payload }: Pick<Schemas['Record'], 'id' | 'payload'>): Nominee {
  const { doc_id, doc_version, [OWN]: stored, ...place } = Nominee.parse(payload);
  const places = new Map(stored.terms.map((term, at) => [term, at]));
  const [body, title] = [Buffer.from(stored.body, 'base64'), Buffer.from(stored.title, 'base64')];
  return {
    id: String(id),
    docId: doc_id,
    docVersion: doc_version,
    chunkIndex: place.chunk_index,
    totalChunks: place.total_chunks,
    entry: entryOf(place),
    seq: stored.seq,
    length: stored.length,
    norm: stored.norm ?? 1,
    occurrences: (term) => {
      const at = places.get(term);
      return at === undefined ? { body: 0, title: 0 } : { body: body[at] ?? 0, title: title[at] ?? 0 };
    },
  };
}
