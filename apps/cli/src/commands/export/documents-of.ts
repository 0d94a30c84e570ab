import type { CallContext, DocumentInput, FetchAnswer, Operations, PointView } from '@tributary/contracts';
import { decodeDocumentKey, hasCode, parseDocumentUri } from '@tributary/kernel';

const POINTS_PER_PAGE = 500;
const TOKENS_PER_FETCH = 200_000;
/** One passage of each document: the filter is the one that every engine evaluates. */
const FIRST_PASSAGES = { must: [{ key: 'chunk_index', match: { value: 0 } }] };

type Fetching = Pick<Operations, 'fetch'>;

/** The documents of a collection as an import takes them, in no order of theirs. */
export async function* documentsOf(
  operations: Pick<Operations, 'getPoints' | 'fetch'>,
  collection: string,
  context: CallContext,
): AsyncGenerator<DocumentInput> {
  let next: string | undefined;
  do {
    const page = await operations.getPoints(
      { collection, filter: FIRST_PASSAGES, limit: POINTS_PER_PAGE, ...(next === undefined ? {} : { next }) },
      context,
    );
    for (const point of page.points) {
      // Not every engine looks at it, and half an export is none.
      context.signal.throwIfAborted();
      const text = await textOf(operations, point, context);
      if (text !== undefined) yield documentOf(collection, point, text);
    }
    next = page.next;
  } while (next !== undefined);
}

/** The whole text of one version; undefined where the document is gone by now. */
async function textOf(operations: Fetching, { uri }: PointView, context: CallContext): Promise<FetchAnswer | undefined> {
  const document = uri.replace(/#\d+$/, '');
  try {
    for (;;) {
      const whole = await readStretches(operations, document, context);
      if (whole !== undefined) return whole;
    }
  } catch (error) {
    if (hasCode(error, 'DOCUMENT.NOT_FOUND')) return undefined;
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

function documentOf(collection: string, point: PointView, { content, title, version }: FetchAnswer): DocumentInput {
  const { path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at, metadata } = point;
  const given = { path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    v: 1,
    collection,
    id: decodeDocumentKey(parseDocumentUri(point.uri).key),
    version,
    title,
    content,
    ...known,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
