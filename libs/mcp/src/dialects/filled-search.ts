import type { SearchAnswer, SearchHit, SearchRequest } from '@tributary/contracts';
import { isSurprise, toErrorRecord } from '@tributary/kernel';
import type { ToolCall } from '../tools/tool.js';

/** Most hits of one document that a search may be asked for. */
const MOST = 100;
/** What is told of an error that is no reason to answer nothing. */
const LONGEST_REASON = 300;

/** How a dialect searches whose original knows no documents: what is found fills the answer. */
export interface FilledSearch {
  readonly search: (request: SearchRequest) => Promise<SearchAnswer>;
  /** Hits that an answer has room for. */
  readonly room: (answer: SearchAnswer) => number;
  /** What it is for: once that is aborted, nothing is answered. */
  readonly call: Pick<ToolCall, 'context' | 'log'>;
}

/** The answer, and a sentence on what is not in it where the search that would have filled it failed. */
export type FilledAnswer = SearchAnswer & { readonly unfilled?: string };

/** Searches, and where the hits leave room once more, with as many hits of each document as it takes to fill it and no more: what several documents say stays
 *  before what one says at length. Where that is refused or fails, what is there already is the answer. */
export async function searchFilled(request: SearchRequest, { search, room, call }: FilledSearch): Promise<FilledAnswer> {
  const first = await search(request);
  const bound = boundThatFills(first.hits, room(first));
  if (bound === undefined) return first;
  try {
    const second = await search({ ...request, per_document: bound });
    return second.hits.length > first.hits.length ? second : first;
  } catch (error) {
    if (call.context.signal.aborted) throw error;
    return { ...first, unfilled: unfilledText(error, call) };
  }
}

function unfilledText(error: unknown, { log }: Pick<ToolCall, 'log'>): string {
  const record = toErrorRecord(error);
  log?.('a search for more hits of the same documents failed', { code: record.code });
  const told = 'More hits of the same documents are left out, as the search for them failed';
  return isSurprise(record) ? `${told}.` : `${told}: ${record.message.slice(0, LONGEST_REASON)}`;
}

/** The fewest hits of each document that fill the room, or show all that was found; undefined where it is full, or nothing of a document was left out. */
function boundThatFills(hits: readonly SearchHit[], room: number): number | undefined {
  if (hits.length >= room || hits.every(({ more }) => more === undefined)) return undefined;
  const found = new Map<string, number>();
  for (const { uri, more = 0 } of hits) {
    const document = uri.slice(0, uri.lastIndexOf('#'));
    found.set(document, (found.get(document) ?? 0) + 1 + more);
  }
  const counts = [...found.values()];
  const most = Math.min(MOST, Math.max(...counts));
  for (let bound = 1; bound < most; bound++) {
    if (counts.reduce((sum, count) => sum + Math.min(bound, count), 0) >= room) return bound;
  }
  return most;
}
