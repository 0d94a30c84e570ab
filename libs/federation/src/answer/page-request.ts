import type { SearchRequest } from '@tributary/contracts';
import type { Deadline } from '@tributary/kernel';
import { contentConditions, parseQuery, type ContentConditions } from '@tributary/ranking';
import type { ListPlace } from '../cursor/cursor-text.js';

/** Which part of a ranked list is wanted, in which dress. */
export interface PageRequest {
  readonly from: ListPlace;
  readonly limit: number;
  /** What the query's operators demand of every passage: its text may have been replaced since the list was made. */
  readonly conditions: ContentConditions;
  readonly context: SearchRequest['context'];
  readonly tokenBudget: number | undefined;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** The part of a list that a request asks for, from a place on. */
export function pageOf(
  { query, limit, context, token_budget }: SearchRequest,
  place: Pick<PageRequest, 'from' | 'deadline' | 'signal'>,
): PageRequest {
  return { ...place, limit, context, tokenBudget: token_budget, conditions: contentConditions(parseQuery(query)) };
}
