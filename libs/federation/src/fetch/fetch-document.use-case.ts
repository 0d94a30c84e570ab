import { mayReadCollection, type FetchAnswer, type FetchInput, type Principal } from '@tributary/contracts';
import { isWholeVersion, type StoredPoint } from '@tributary/engines-port';
import { parseDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { cleanText, cutToBudget, type PlacedChunk } from '@tributary/ranking';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { placeOf } from '../answer/chunk-place.js';
import { readConsistently } from '../answer/read-consistently.js';
import { metadataOf } from '../answer/to-hit.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { documentStale, noSuchChunk, noSuchDocument } from './document-errors.js';
import { excerptOf, rangeFrom, sliceLines, type Excerpt } from './document-lines.js';

type FetchCollaborators = Pick<SearchCollaborators, 'catalog' | 'engines' | 'clock'>;

interface FetchContext {
  readonly principal: Principal;
  readonly signal?: AbortSignal;
}

/** Hands out a document, one passage of it, or some of its lines, by address. */
export class FetchDocument {
  readonly #with: FetchCollaborators;

  constructor({ catalog, engines, clock }: FetchCollaborators) {
    this.#with = { catalog, engines, clock };
  }

  /** The text is that of one whole version of the document, joined from its passages in order.
   *  @throws `URI.INVALID`, `DOCUMENT.NOT_FOUND`, `RANGE.INVALID`, `DOCUMENT.STALE` while it is being replaced */
  async run(input: FetchInput, context: FetchContext): Promise<FetchAnswer> {
    const address = parseDocumentUri(input.uri);
    const collection = await this.#find(address, context.principal);
    if (collection === undefined) throw noSuchDocument(input.uri);
    const points = await readWanted(collection, address, { uri: input.uri, signal: context.signal });
    const excerpt = excerptIn(points, address, input);
    return answerOf(input, { points, collection: address.collection, excerpt });
  }

  /** What the caller may not read does not exist. */
  async #find({ collection }: DocumentAddress, principal: Principal): Promise<ScopedCollection | undefined> {
    const { catalog, engines, clock } = this.#with;
    const record = await catalog.collections.get(collection);
    if (record === undefined || record.removed || !mayReadCollection(principal, collection)) return undefined;
    return new ScopedCollection(record, engines, readScope(principal, {}, clock));
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

function isNoneOrWhole(points: readonly StoredPoint[]): boolean {
  return points.length === 0 || isWholeVersion(points.map(placeOf));
}

/** A single passage stands as it is; a document, or lines of it, keep their indentation. */
function excerptIn(points: readonly StoredPoint[], { chunk }: DocumentAddress, { start_line: start, end_line: end }: FetchInput): Excerpt {
  const chunks = points.map(({ payload }): PlacedChunk => ({ content: cleanText(payload.content), range: payload.range }));
  const [only] = chunks;
  if (chunk !== undefined && only && start === undefined && end === undefined) return { content: only.content, range: only.range };
  return sliceLines(excerptOf(chunks), { start, end });
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
  const range = truncated ? rangeFrom(excerpt.range?.start[0] ?? 1, content) : excerpt.range;
  return {
    uri: input.uri,
    collection,
    title: cleanText(payload.title),
    ...(payload.path === undefined ? {} : { path: cleanText(payload.path) }),
    ...(range === undefined ? {} : { range }),
    version: payload.doc_version,
    chunks: payload.total_chunks,
    content,
    truncated,
    metadata: metadataOf(payload),
  };
}
