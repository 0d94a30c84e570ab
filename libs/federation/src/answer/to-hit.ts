import type { PointPayload, SearchHit } from '@tributary/contracts';
import { encodeDocumentKey, formatDocumentUri, shownTitles } from '@tributary/kernel';
import { placeOfChunk } from '@tributary/kernel/ids';
import { cleanText } from '@tributary/ranking';
import type { ReadHit } from './read-hits.js';

type Metadata = SearchHit['metadata'];

/** What is shown of a hit beside its place. */
interface HitDress {
  readonly content: string;
  /** Addresses of the near duplicates it stands for. */
  readonly alsoIn: readonly string[];
}

/** A hit as the answer shows it. */
export function toHit({ hit, point }: ReadHit, { content, alsoIn }: HitDress): SearchHit {
  const { listed, explanation } = hit;
  const { payload } = point;
  return {
    id: point.id,
    uri: uriOf({ name: listed.collection, adopted: hit.collection?.record.adopted }, payload),
    collection: listed.collection,
    title: cleanText(payload.title),
    ...headingOf(payload),
    ...(payload.path === undefined ? {} : { path: cleanText(payload.path) }),
    ...(payload.range === undefined ? {} : { range: payload.range }),
    relevance: listed.relevance,
    content,
    metadata: metadataOf(payload, hit.collection?.isForeign),
    ...givenOf(payload, hit.collection?.isForeign),
    ...(listed.more === undefined ? {} : { more: listed.more }),
    ...(alsoIn.length === 0 ? {} : { also_in: [...alsoIn] }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** The title path where it says more than the title. The path of a file or page is told by itself: where it leads the title path, the title does in its place. */
function headingOf(payload: PointPayload): Pick<SearchHit, 'heading'> {
  const shown = shownTitles(payload, payload.heading ?? '');
  return shown === '' || shown === payload.title ? {} : { heading: cleanText(shown) };
}

/** Where a passage comes from, beside the producer's own fields, which win where names clash. What the layout of ours merely fills in for a foreign
 *  passage is left out. */
export function metadataOf(payload: PointPayload, isForeign = false): Metadata {
  return { ...provenanceOf(payload, isForeign), ...payload.metadata };
}

function provenanceOf(payload: PointPayload, isForeign: boolean): Metadata {
  const { type, lang, repo, module, source, sym, symbols, scope, signature, page, section } = payload;
  const { chunk_type, chunk_index, total_chunks, tags, created_at, modified_at } = payload;
  const ours = isForeign ? {} : { type, chunk_type, total_chunks };
  const place = { sym, symbols, scope, signature, page, section, chunk_index };
  return presentOf({ ...ours, lang, repo, module, source, ...place, tags, created_at, modified_at });
}

/** Fields of our layout that tell of a document rather than its text: whoever shows less leaves them out. */
const LAYOUT = ['type', 'chunk_type', 'chunk_index', 'total_chunks', 'source', 'lang'] as const;

/** Which of the producer's own fields are not to be taken for those of the layout, and what these say. */
function givenOf(payload: PointPayload, isForeign = false): Pick<SearchHit, 'given' | 'layout'> {
  const { metadata = {} } = payload;
  const given = LAYOUT.filter((name) => Object.hasOwn(metadata, name));
  if (given.length === 0) return {};
  const provenance = provenanceOf(payload, isForeign);
  const layout = presentOf(Object.fromEntries(given.map((name) => [name, provenance[name]])));
  return { given, ...(Object.keys(layout).length === 0 ? {} : { layout }) };
}

/** The address of a passage: its key stands in `original_id`, `<collection>:<key>:chunk:<n>`, or is what its producer gave as the id of the point. */
export function uriOf({ name, adopted = name }: CollectionNames, { original_id, chunk_index }: PointPayload): string {
  const key = placeOfChunk(original_id, adopted)?.key ?? encodeDocumentKey(original_id);
  return formatDocumentUri({ collection: name, key, chunk: chunk_index });
}

interface CollectionNames {
  readonly name: string;
  /** As its maker calls it, where another program made it. */
  readonly adopted?: string | undefined;
}

function presentOf(fields: Readonly<Record<string, Metadata[string] | undefined>>): Metadata {
  const present: Metadata = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) present[name] = value;
  return present;
}
