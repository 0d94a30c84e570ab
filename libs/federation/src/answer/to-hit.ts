import type { PointPayload, SearchHit } from '@tributary/contracts';
import { formatDocumentUri } from '@tributary/kernel';
import { cleanText } from '@tributary/ranking';
import type { ReadHit } from './read-hits.js';

type Metadata = SearchHit['metadata'];

/** A hit as the answer shows it. */
export function toHit({ hit, point }: ReadHit, content: string): SearchHit {
  const { listed, explanation } = hit;
  const { payload } = point;
  return {
    id: point.id,
    uri: uriOf(listed.collection, payload),
    collection: listed.collection,
    title: cleanText(payload.title),
    ...(payload.path === undefined ? {} : { path: cleanText(payload.path) }),
    ...(payload.range === undefined ? {} : { range: payload.range }),
    relevance: listed.relevance,
    content,
    metadata: metadataOf(payload),
    ...(listed.more === undefined ? {} : { more: listed.more }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** Where a passage comes from, beside the producer's own fields, which win where names clash. */
export function metadataOf(payload: PointPayload): Metadata {
  const { type, lang, repo, module, source, sym, chunk_type, chunk_index, total_chunks, tags, created_at, modified_at } = payload;
  const provenance = { type, lang, repo, module, source, sym, chunk_type, chunk_index, total_chunks, tags, created_at, modified_at };
  return { ...presentOf(provenance), ...payload.metadata };
}

/** The address of a passage: its key stands in `original_id`, `<collection>:<key>:chunk:<n>`. */
function uriOf(collection: string, { original_id, chunk_index }: PointPayload): string {
  const key = original_id.replace(/:chunk:\d+$/, '').replace(`${collection}:`, '');
  return formatDocumentUri({ collection, key, chunk: chunk_index });
}

function presentOf(fields: Readonly<Record<string, Metadata[string] | undefined>>): Metadata {
  const present: Metadata = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) present[name] = value;
  return present;
}
