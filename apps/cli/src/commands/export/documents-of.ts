import type { CallContext, DocumentInput, FetchAnswer, Operations, PointView } from '@tributary/contracts';
import { decodeDocumentKey, hasCode, parseDocumentUri } from '@tributary/kernel';
import { datedSections } from './dated-sections.js';
import { documentUri, placesIn, placesOf, type PlacedPoint } from './places-in.js';
import { scroll } from './scroll.js';

const STORE_DAMAGED = 'ENGINE.STORE_DAMAGED';
const TOKENS_PER_FETCH = 200_000;
/** One passage of each document: the filter is the one that every engine evaluates. */
const FIRST_PASSAGES = { must: [{ key: 'chunk_index', match: { value: 0 } }] };

type Reading = Pick<Operations, 'getPoints' | 'fetch' | 'getCollection'>;
type Fetching = Pick<Operations, 'fetch'>;

/** A document as an import takes it, or the address of one of which the engine lacks a part, or that only some may read, without the caller being told who. */
export type Exported =
  | { readonly document: DocumentInput }
  | { readonly damaged: string }
  | { readonly restricted: string }
  /** At most how many documents lie on damaged pages of the store, so that not even their names can be read: some may be without text. */
  | { readonly unread: number }
  /** Passages that the engine counts in a collection of another program, and no document here holds. */
  | { readonly lacking: number };

/** The documents of a collection, in no order of theirs. */
export async function* documentsOf(operations: Reading, collection: string, context: CallContext): AsyncGenerator<Exported> {
  const places = await placesOrDamage(operations, collection, context);
  if (places === 'damage') {
    yield* readableDocuments(operations, collection, context);
    return;
  }
  const { foreign, chunks } = await operations.getCollection(collection, context);
  if (foreign !== undefined) {
    yield* foreignDocuments(operations, { collection, chunks }, context);
    return;
  }
  for await (const point of scroll(operations, { collection, filter: FIRST_PASSAGES }, context)) {
    yield* exportedOf(operations, { collection, point, places: places.get(documentUri(point)) }, context);
  }
}

/** Every point is read before the first document is written, so that damage is met here. */
async function placesOrDamage(operations: Reading, collection: string, context: CallContext) {
  try {
    return await placesOf(operations, collection, context);
  } catch (error) {
    if (hasCode(error, STORE_DAMAGED)) return 'damage';
    throw error;
  }
}

/** Of a store with damaged pages: what can still be read whole, the names of what can be read in part, and how many there are beside. */
async function* readableDocuments(operations: Reading, collection: string, context: CallContext): AsyncGenerator<Exported> {
  const met = new Map<string, PointView[]>();
  let read = 0;
  for await (const { content: _read, ...point } of scroll(operations, { collection, past_damage: true }, context)) {
    read++;
    const known = met.get(documentUri(point));
    if (known === undefined) met.set(documentUri(point), [{ ...point, content: '' }]);
    else if (point.page !== undefined || point.section !== undefined) known.push({ ...point, content: '' });
  }
  for (const points of met.values()) {
    const [point] = points;
    if (point === undefined) continue;
    const places = placesIn(points).get(documentUri(point));
    yield* exportedOf(operations, { collection, point, places }, context);
  }
  const { documents, chunks } = await operations.getCollection(collection, context);
  // Documents without text have no passage that could be met.
  if (chunks > read && documents > met.size) yield { unread: documents - met.size };
}

async function* exportedOf(
  operations: Fetching,
  { collection, point, places }: Omit<Read, 'text'> & { readonly collection: string },
  context: CallContext,
): AsyncGenerator<Exported> {
  if (point.restricted === true) {
    yield { restricted: documentUri(point) };
    return;
  }
  const text = await textOf(operations, point, context);
  if (text === 'damaged') yield { damaged: documentUri(point) };
  else if (text !== undefined) yield { document: documentOf(collection, { point, text, places }) };
}

/** Another program may number its passages from any number on, or number none: then each has an address of its own, whatever document it is of.
 *  @param chunks how many passages the engine counted before */
async function* foreignDocuments(
  operations: Reading,
  { collection, chunks }: { readonly collection: string; readonly chunks: number },
  context: CallContext,
): AsyncGenerator<Exported> {
  /** By address whether it is told of. */
  const met = new Map<string, boolean>();
  let told = 0;
  for await (const point of scroll(operations, { collection }, context)) {
    const uri = documentUri(point);
    let isTold = met.get(uri);
    if (isTold === undefined) {
      isTold = false;
      for await (const exported of exportedOf(operations, { collection, point, places: undefined }, context)) {
        isTold = true;
        yield exported;
      }
      met.set(uri, isTold);
    }
    if (isTold) told++;
  }
  const { chunks: after } = await operations.getCollection(collection, context);
  const lacking = Math.min(chunks, after) - told;
  if (lacking > 0) yield { lacking };
}

/** The whole text of one version; undefined where the document is gone by now. */
async function textOf(operations: Fetching, point: PointView, context: CallContext): Promise<WholeText | 'damaged' | undefined> {
  if (isAlone(point)) return { content: point.content, title: point.title, version: 0 };
  try {
    for (;;) {
      const whole = await readStretches(operations, documentUri(point), context);
      // Of one that is gone the address may be part of the path of another.
      if (whole !== undefined) return whole.uri === documentUri(point) ? whole : undefined;
    }
  } catch (error) {
    if (hasCode(error, 'DOCUMENT.NOT_FOUND')) return undefined;
    if (hasCode(error, 'DOCUMENT.STALE') || hasCode(error, STORE_DAMAGED)) return 'damaged';
    throw error;
  }
}

/** Whether it is a document by itself though another program names one that it is of. Its text is here, and its id may be what others are of. */
function isAlone({ id, uri, document }: PointView): boolean {
  return document !== id && decodeDocumentKey(parseDocumentUri(uri).key) === id;
}

/** A long text in stretches, each from where the one before was cut; undefined where another version came between them. */
async function readStretches(operations: Fetching, uri: string, context: CallContext): Promise<FetchAnswer | undefined> {
  let answer = await operations.fetch({ uri, token_budget: TOKENS_PER_FETCH }, context);
  const first = answer;
  const parts = [answer.content];
  while (answer.truncated && answer.range !== undefined) {
    const [line, column] = answer.range.end;
    answer = await operations.fetch({ uri, token_budget: TOKENS_PER_FETCH, start_line: line, start_column: column + 1 }, context);
    if (answer.version !== first.version) return undefined;
    parts.push(answer.content);
  }
  return { ...first, content: parts.join('') };
}

type WholeText = Pick<FetchAnswer, 'content' | 'title' | 'version'>;

interface Read {
  readonly point: PointView;
  readonly text: WholeText;
  readonly places: readonly PlacedPoint[] | undefined;
}

function documentOf(collection: string, { point, text: { content, title, version }, places }: Read): DocumentInput {
  const { path, type, lang, repo, module, tags, user_id, acl, metadata } = point;
  // Collections of other programs keep no versions.
  const given = { version: version || undefined, path, type, lang, repo, module, tags, user_id, acl };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    v: 1,
    collection,
    id: decodeDocumentKey(parseDocumentUri(point.uri).key),
    title,
    content,
    ...known,
    ...datedSections(point, places),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
