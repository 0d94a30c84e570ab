import type { FetchAnswer, FetchInput, Principal } from '@tributary/contracts';
import { readableCollections, type StoredPoint } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { cleanText, cutToBudget, type PlacedChunk } from '@tributary/ranking';
import { findCollection } from '../access/find-collection.js';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { metadataOf } from '../answer/to-hit.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { noSuchDocument, noSuchPath, severalDocuments } from './document-errors.js';
import { excerptAround, excerptOf, rangeFrom, sliceLines, type Excerpt } from './document-lines.js';
import { findByPath, type LocatedDocument } from './find-by-path.js';
import { readDocument } from './read-document.js';
import { readWrittenAddress, type WrittenAddress } from './written-address.js';

type FetchCollaborators = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'>;

interface FetchContext {
  readonly principal: Principal;
  readonly signal?: AbortSignal;
}

/** Documents that are named where a path may mean several. */
const MOST_NAMED = 10;

/** Hands out a document, one passage of it, or some of its lines, by address or by the path of its file. */
export class FetchDocument {
  readonly #with: FetchCollaborators;

  constructor(collaborators: FetchCollaborators) {
    this.#with = collaborators;
  }

  /** The text is that of one whole version of the document, joined from its passages in order.
   *  @throws `URI.INVALID`, `DOCUMENT.NOT_FOUND`, `DOCUMENT.AMBIGUOUS`, `RANGE.INVALID`, `DOCUMENT.STALE` while it is being replaced,
   *  the reason why its collection cannot be read now */
  async run(input: FetchInput, context: FetchContext): Promise<FetchAnswer> {
    const written = readWrittenAddress(input.uri);
    const { address } = written;
    const collection = address && (await findCollection(address.collection, context.principal, this.#with));
    if (address !== undefined && collection === undefined) throw noSuchDocument(input.uri);
    const wanted = { uri: input.uri, signal: context.signal };
    if (address !== undefined && collection !== undefined) {
      const points = await readDocument(collection, address, wanted);
      if (points !== undefined) return answerOf(input, { address, points, excerpt: excerptIn(points, address, input) });
    }
    const located = await this.#locate(written, { collection, input, context });
    const points = await readDocument(located.collection, located.address, wanted);
    if (points === undefined) throw noSuchDocument(input.uri);
    const found = { ...input, uri: formatDocumentUri(located.address) };
    return answerOf(found, { address: located.address, points, excerpt: excerptAt(points, located.address, { input, written }) });
  }

  /** The one document that is meant by a path, or by an address that has lines behind it or is not whole.
   *  @throws `DOCUMENT.NOT_FOUND`, `DOCUMENT.AMBIGUOUS` */
  async #locate(
    { address, path, exact: key }: WrittenAddress,
    {
      collection,
      input: { uri },
      context: { principal, signal },
    }: { readonly collection: ScopedCollection | undefined; readonly input: FetchInput; readonly context: FetchContext },
  ): Promise<LocatedDocument> {
    if (address !== undefined && collection !== undefined && key !== undefined) {
      const exact = { collection, address: { ...address, key: encodeDocumentKey(key) } };
      // Without lines it is mostly the address itself, which was read before.
      const isOther = exact.address.key !== address.key;
      if (isOther && (await readDocument(collection, exact.address, { uri, signal })) !== undefined) return exact;
    }
    const { meant, alike } = await findByPath({
      path,
      collections: collection === undefined ? await this.#readable(principal) : [collection],
      isWhole: collection !== undefined,
      catalog: this.#with.catalog,
      most: MOST_NAMED + 1,
      signal,
    });
    const [only] = meant;
    if (only === undefined) throw address === undefined ? noSuchPath(uri, urisOf(alike)) : noSuchDocument(uri);
    if (meant.length > 1) throw severalDocuments(uri, urisOf(meant), meant.length > MOST_NAMED);
    const { chunk } = address ?? {};
    return chunk === undefined ? only : { ...only, address: { ...only.address, chunk } };
  }

  /** Of those that other programs made no paths are known. */
  async #readable(principal: Principal): Promise<readonly ScopedCollection[]> {
    const { records } = await readableCollections({ catalog: this.#with.catalog }, principal);
    const scope = readScope(principal, {}, this.#with.clock);
    return records.map((record) => new ScopedCollection(record, this.#with, scope));
  }
}

function urisOf(documents: readonly LocatedDocument[]): readonly string[] {
  return documents.slice(0, MOST_NAMED).map(({ address }) => formatDocumentUri(address));
}

/** The lines that are asked for; else those written behind the path, of one line the passage that holds it. */
function excerptAt(
  points: readonly StoredPoint[],
  address: DocumentAddress,
  { input, written: { lines } }: { readonly input: FetchInput; readonly written: WrittenAddress },
): Excerpt {
  if (lines === undefined || isPart(input)) return excerptIn(points, address, input);
  if (lines.end === undefined) return excerptAround(lines.start, chunksOf(points));
  return sliceLines(excerptOf(chunksOf(points)), lines);
}

function isPart({ start_line: start, start_column: column, end_line: end }: FetchInput): boolean {
  return start !== undefined || column !== undefined || end !== undefined;
}

function chunksOf(points: readonly StoredPoint[]): readonly PlacedChunk[] {
  return points.map(({ payload }): PlacedChunk => ({ content: cleanText(payload.content), range: payload.range }));
}

/** A single passage stands as it is; a document, or lines of it, keep their indentation. */
function excerptIn(points: readonly StoredPoint[], { chunk }: DocumentAddress, input: FetchInput): Excerpt {
  const { start_line: start, start_column: column, end_line: end } = input;
  const chunks = chunksOf(points);
  const [only] = chunks;
  if (chunk !== undefined && only && !isPart(input)) return { content: only.content, range: only.range };
  return sliceLines(excerptOf(chunks), { start, column, end });
}

interface Found {
  readonly address: DocumentAddress;
  readonly points: readonly StoredPoint[];
  readonly excerpt: Excerpt;
}

function answerOf(input: FetchInput, { address: { collection }, points, excerpt }: Found): FetchAnswer {
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
