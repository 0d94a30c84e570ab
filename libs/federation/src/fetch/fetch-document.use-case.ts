import type { FetchAnswer, FetchInput, Principal } from '@tributary/contracts';
import { isWholeVersion, type StoredPoint } from '@tributary/engines-port';
import { decodeDocumentKey, parseDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { documentId, md5Uuid } from '@tributary/kernel/ids';
import { cleanText, cutToBudget, type PlacedChunk } from '@tributary/ranking';
import { findCollection } from '../access/find-collection.js';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { placeOf } from '../answer/chunk-place.js';
import { readConsistently } from '../answer/read-consistently.js';
import { metadataOf } from '../answer/to-hit.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { documentStale, noSuchChunk, noSuchDocument } from './document-errors.js';
import { excerptOf, rangeFrom, sliceLines, type Excerpt } from './document-lines.js';

type FetchCollaborators = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'>;

interface FetchContext {
  readonly principal: Principal;
  readonly signal?: AbortSignal;
}

/** Hands out a document, one passage of it, or some of its lines, by address. */
export class FetchDocument {
  readonly #with: FetchCollaborators;

  constructor(collaborators: FetchCollaborators) {
    this.#with = collaborators;
  }

  /** The text is that of one whole version of the document, joined from its passages in order.
   *  @throws `URI.INVALID`, `DOCUMENT.NOT_FOUND`, `RANGE.INVALID`, `DOCUMENT.STALE` while it is being replaced,
   *  the reason why its collection cannot be read now */
  async run(input: FetchInput, context: FetchContext): Promise<FetchAnswer> {
    const address = parseDocumentUri(input.uri);
    const collection = await findCollection(address.collection, context.principal, this.#with);
    if (collection === undefined) throw noSuchDocument(input.uri);
    const wanted = { uri: input.uri, signal: context.signal };
    const points = await (collection.isForeign ? readForeign(collection, address, wanted) : readWanted(collection, address, wanted));
    const excerpt = excerptIn(points, address, input);
    return answerOf(input, { points, collection: address.collection, excerpt });
  }
}

/** The document's chunks, or the one that is meant; at least one. */
async function readWanted(
  collection: ScopedCollection,
  address: DocumentAddress,
  { uri, signal }: { readonly uri: string; readonly signal: AbortSignal | undefined },
): Promise<readonly StoredPoint[]> {
  const docId = documentId(address.collection, address.key);
  const { chunk } = address;
  if (chunk !== undefined && collection.showsWholeDocuments) {
    const alone = await collection.readChunks(docId, { chunks: { from: chunk, to: chunk }, signal });
    if (alone.length > 0) return alone;
  }
  const points = await readConsistently({ collection, docId, isConsistent: isNoneOrWhole, signal });
  if (points === undefined) throw documentStale(uri);
  if (points.length === 0) throw noSuchDocument(uri);
  const wanted = chunk === undefined ? points : points.slice(chunk, chunk + 1);
  if (wanted.length === 0) throw noSuchChunk(uri, points.length);
  return wanted;
}

/** A foreign document has no versions to keep apart; where its maker numbered no passages, each one is addressed by its own id. */
async function readForeign(
  collection: ScopedCollection,
  { key, chunk }: DocumentAddress,
  { uri, signal }: { readonly uri: string; readonly signal: AbortSignal | undefined },
): Promise<readonly StoredPoint[]> {
  const points = await readForeignDocument(collection, key, signal);
  if (points.length === 0) throw noSuchDocument(uri);
  const wanted = chunk === undefined ? points : points.filter(({ payload }) => payload.chunk_index === chunk);
  if (wanted.length === 0) throw noSuchChunk(uri, points.length);
  return wanted;
}

/** Every passage of a foreign document, or the one whose id this is, or was made of it when it was stored here. */
export async function readForeignDocument(
  collection: ScopedCollection,
  key: string,
  signal: AbortSignal | undefined,
): Promise<readonly StoredPoint[]> {
  const raw = decodeDocumentKey(key);
  const ofDocument = await collection.readChunks(raw, { signal });
  if (ofDocument.length > 0) return ofDocument;
  const named = await collection.readVisible([raw], signal);
  return named.length > 0 ? named : collection.readVisible([md5Uuid(raw)], signal);
}

function isNoneOrWhole(points: readonly StoredPoint[]): boolean {
  return points.length === 0 || isWholeVersion(points.map(placeOf));
}

/** A single passage stands as it is; a document, or lines of it, keep their indentation. */
function excerptIn(points: readonly StoredPoint[], { chunk }: DocumentAddress, input: FetchInput): Excerpt {
  const { start_line: start, start_column: column, end_line: end } = input;
  const chunks = points.map(({ payload }): PlacedChunk => ({ content: cleanText(payload.content), range: payload.range }));
  const [only] = chunks;
  const isPart = start !== undefined || column !== undefined || end !== undefined;
  if (chunk !== undefined && only && !isPart) return { content: only.content, range: only.range };
  return sliceLines(excerptOf(chunks), { start, column, end });
}

interface Found {
  readonly points: readonly StoredPoint[];
  readonly collection: string;
  readonly excerpt: Excerpt;
}

function answerOf(input: FetchInput, { points, collection, excerpt }: Found): FetchAnswer {
  const [first] = points;
  if (first === undefined) throw noSuchDocument(input.uri);
  const { payload } = first;
  const content = cutToBudget(excerpt.content, input.token_budget);
  const truncated = content.length < excerpt.content.length;
  const range = truncated ? rangeFrom(excerpt.range?.start ?? [1, 1], content) : excerpt.range;
  return {
    uri: input.uri,
    collection,
    title: cleanText(payload.title),
    ...(payload.path === undefined ? {} : { path: cleanText(payload.path) }),
    ...(range === undefined ? {} : { range }),
    version: payload.doc_version,
    chunks: Math.max(points.length, payload.total_chunks),
    content,
    truncated,
    metadata: metadataOf(payload),
  };
}
