import type { CallContext, DocumentInput, FetchAnswer, Operations, PointView, TextSection } from '@tributary/contracts';
import { decodeDocumentKey, hasCode, parseDocumentUri } from '@tributary/kernel';
import { scroll } from './scroll.js';
import { sectionsIn, sectionsOf } from './sections-of.js';

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
  | { readonly unread: number };

/** The documents of a collection, in no order of theirs. */
export async function* documentsOf(operations: Reading, collection: string, context: CallContext): AsyncGenerator<Exported> {
  const sections = await sectionsOrDamage(operations, collection, context);
  if (sections === 'damage') {
    yield* readableDocuments(operations, collection, context);
    return;
  }
  for await (const point of onePointEach(operations, collection, context)) {
    yield* exportedOf(operations, { collection, point, sections: sections.get(point.document) }, context);
  }
}

/** Every point is read before the first document is written, so that damage is met here. */
async function sectionsOrDamage(operations: Reading, collection: string, context: CallContext) {
  try {
    return await sectionsOf(operations, collection, context);
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
    const known = met.get(point.document);
    if (known === undefined) met.set(point.document, [{ ...point, content: '' }]);
    else if (point.page !== undefined || point.section !== undefined) known.push({ ...point, content: '' });
  }
  for (const points of met.values()) {
    const [point] = points;
    if (point === undefined) continue;
    const sections = sectionsIn(points).get(point.document);
    yield* exportedOf(operations, { collection, point, sections }, context);
  }
  const { documents, chunks } = await operations.getCollection(collection, context);
  // Documents without text have no passage that could be met.
  if (chunks > read && documents > met.size) yield { unread: documents - met.size };
}

async function* exportedOf(
  operations: Fetching,
  { collection, point, sections }: Omit<Read, 'text'> & { readonly collection: string },
  context: CallContext,
): AsyncGenerator<Exported> {
  if (point.restricted === true) {
    yield { restricted: documentUri(point) };
    return;
  }
  const text = await textOf(operations, point, context);
  if (text === 'damaged') yield { damaged: documentUri(point) };
  else if (text !== undefined) yield { document: documentOf(collection, { point, text, sections }) };
}

/** Of each document one point. Another program may number its passages from any number on. */
async function* onePointEach(operations: Reading, collection: string, context: CallContext): AsyncGenerator<PointView> {
  const { foreign } = await operations.getCollection(collection, context);
  if (foreign === undefined) {
    yield* scroll(operations, { collection, filter: FIRST_PASSAGES }, context);
    return;
  }
  const met = new Set<string>();
  for await (const point of scroll(operations, { collection }, context)) {
    if (met.has(point.document)) continue;
    met.add(point.document);
    yield point;
  }
}

/** The whole text of one version; undefined where the document is gone by now. */
async function textOf(operations: Fetching, point: PointView, context: CallContext): Promise<FetchAnswer | 'damaged' | undefined> {
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

interface Read {
  readonly point: PointView;
  readonly text: FetchAnswer;
  readonly sections: readonly TextSection[] | undefined;
}

function documentOf(collection: string, { point, text: { content, title, version }, sections }: Read): DocumentInput {
  const { path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at, metadata } = point;
  // Collections of other programs keep no versions.
  const given = { version: version || undefined, path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at, sections };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    v: 1,
    collection,
    id: decodeDocumentKey(parseDocumentUri(point.uri).key),
    title,
    content,
    ...known,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function documentUri({ uri }: Pick<PointView, 'uri'>): string {
  return uri.replace(/#\d+$/, '');
}
