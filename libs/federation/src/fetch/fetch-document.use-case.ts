import { mayReadCollection, type FetchAnswer, type FetchInput, type Principal } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import { parseDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { cleanText, cutToBudget, type PlacedChunk } from '@tributary/ranking';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { placeOf } from '../answer/chunk-place.js';
import { readConsistently } from '../answer/read-consistently.js';
import { metadataOf } from '../answer/to-hit.js';
import { isWholeVersion } from '../conditions/whole-documents.js';
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
    const docId = documentId(address.collection, address.key);
    const points = await readConsistently({ collection, docId, isConsistent: isNoneOrWhole, signal: context.signal });
    if (points === undefined) throw documentStale(input.uri);
    const [first] = points;
    if (first === undefined) throw noSuchDocument(input.uri);
    const wanted = address.chunk === undefined ? points : points.slice(address.chunk, address.chunk + 1);
    if (wanted.length === 0) throw noSuchChunk(input.uri, points.length);
    const excerpt = excerptIn(wanted, address, input);
    return answerOf(input, { point: wanted[0] ?? first, chunks: points.length, collection: address.collection, excerpt });
  }

  /** What the caller may not read does not exist. */
  async #find({ collection }: DocumentAddress, principal: Principal): Promise<ScopedCollection | undefined> {
    const { catalog, engines, clock } = this.#with;
    const record = await catalog.collections.get(collection);
    if (record === undefined || record.removed || !mayReadCollection(principal, collection)) return undefined;
    return new ScopedCollection(record, engines, readScope(principal, {}, clock));
  }
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
  readonly point: StoredPoint;
  readonly chunks: number;
  readonly collection: string;
  readonly excerpt: Excerpt;
}

function answerOf(input: FetchInput, { point: { payload }, chunks, collection, excerpt }: Found): FetchAnswer {
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
    chunks,
    content,
    truncated,
    metadata: metadataOf(payload),
  };
}
