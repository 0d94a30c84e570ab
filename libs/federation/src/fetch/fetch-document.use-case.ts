import type { FetchAnswer, FetchInput, Principal } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import { formatDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { cleanText, cutToBudget, type PlacedChunk } from '@tributary/ranking';
import { findCollection } from '../access/find-collection.js';
import { metadataOf } from '../answer/to-hit.js';
import { cleanedChunks } from './cleaned-chunks.js';
import { noSuchDocument } from './document-errors.js';
import { excerptAround, excerptOf, partOf, sliceLines, type Excerpt } from './document-lines.js';
import { locateDocument, type LocatingCollaborators } from './locate-document.js';
import { readDocument } from './read-document.js';
import { readWrittenAddress, type WrittenAddress } from './written-address.js';

interface FetchContext {
  readonly principal: Principal;
  readonly signal?: AbortSignal;
}

/** Hands out a document, one passage of it, or some of its lines, by address or by the path of its file. */
export class FetchDocument {
  readonly #with: LocatingCollaborators;

  constructor(collaborators: LocatingCollaborators) {
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
      if (points !== undefined) {
        const chunks = await cleanedChunks(points, context.signal);
        return answerOf(input, { address, points, excerpt: excerptIn(chunks, address, input) });
      }
    }
    const located = await locateDocument(
      written,
      { uri: input.uri, collection, principal: context.principal, signal: context.signal },
      this.#with,
    );
    const points = await readDocument(located.collection, located.address, wanted);
    if (points === undefined) throw noSuchDocument(input.uri);
    const found = { ...input, uri: formatDocumentUri(located.address) };
    const chunks = await cleanedChunks(points, context.signal);
    return answerOf(found, { address: located.address, points, excerpt: excerptAt(chunks, located.address, { input, written }) });
  }
}

/** The lines that are asked for; else those written behind the path, of one line the passage that holds it. */
function excerptAt(
  chunks: readonly PlacedChunk[],
  address: DocumentAddress,
  { input, written: { lines } }: { readonly input: FetchInput; readonly written: WrittenAddress },
): Excerpt {
  if (lines === undefined || isPart(input)) return excerptIn(chunks, address, input);
  if (lines.end === undefined) return excerptAround(lines.start, chunks);
  return sliceLines(excerptOf(chunks), lines);
}

function isPart({ start_line: start, start_column: column, end_line: end }: FetchInput): boolean {
  return start !== undefined || column !== undefined || end !== undefined;
}

/** A single passage stands as it is; a document, or lines of it, keep their indentation. */
function excerptIn(chunks: readonly PlacedChunk[], { chunk }: DocumentAddress, input: FetchInput): Excerpt {
  const { start_line: start, start_column: column, end_line: end } = input;
  const [only] = chunks;
  if (chunk !== undefined && only && !isPart(input)) return { content: only.content, range: only.range, leaps: excerptOf([only]).leaps };
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
  const { range } = truncated ? partOf(excerpt, { from: 0, to: content.length }) : excerpt;
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
