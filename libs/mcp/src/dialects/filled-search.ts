import type { SearchAnswer, SearchHit, SearchRequest } from '@tributary/contracts';
import { isSurprise, toErrorRecord } from '@tributary/kernel';
import type { ToolCall } from '../tools/tool.js';

/** Most hits of one document or entry that a search may be asked for. */
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

/** Searches, and where the hits leave room once more, with as many hits of each document or entry as it takes to fill it and no more: what several documents say stays
 *  before what one says at length. Where that is refused or fails, what is there already is the answer. */
export async function searchFilled(request: SearchRequest, { search, room, call }: FilledSearch): Promise<FilledAnswer> {
  const first = await search(request);
  const bound = boundThatFills(first.hits, { ...request, room: room(first) });
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

/** The fewest hits of each document that fill the room, or show all that was found; undefined where it is full, or nothing of a document was left out. What is
 *  counted by itself, a document or an entry of one, says on its first hit how many more it has, and has as many hits as were asked for. */
function boundThatFills(
  hits: readonly SearchHit[],
  { per_document: asked, room }: Pick<SearchRequest, 'per_document'> & { readonly room: number },
): number | undefined {
  const left = hits.flatMap(({ more }) => more ?? []);
  if (hits.length >= room || left.length === 0 || asked >= MOST) return undefined;
  const most = Math.min(MOST, asked + Math.max(...left));
  for (let bound = asked + 1; bound < most; bound++) {
    if (left.reduce((sum, more) => sum + Math.min(bound - asked, more), hits.length) >= room) return bound;
  }
  return most;
}
