import type { SearchRequest } from '@tributary/contracts';
import type { Deadline } from '@tributary/kernel';
import { contentConditions, type ContentConditions, type ContentDemands } from '@tributary/ranking';
import type { ListPlace } from '../cursor/cursor-text.js';
import type { Failure } from '../nominate/failure.js';

/** Which part of a ranked list is wanted, in which dress. */
export interface PageRequest {
  readonly from: ListPlace;
  readonly limit: number;
  /** What is demanded of every passage: its text may have been replaced since the list was made. */
  readonly conditions: ContentConditions;
  readonly context: SearchRequest['context'];
  readonly tokenBudget: number | undefined;
  /** Why collections that are missing cannot be read, by name; any other is gone. Left out: none is missing. */
  readonly away?: ReadonlyMap<string, Failure>;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** The part of a list that a request asks for, from a place on. */
export function pageOf(
  { limit, context, token_budget }: SearchRequest,
  { demands, ...place }: Pick<PageRequest, 'from' | 'away' | 'deadline' | 'signal'> & { readonly demands: ContentDemands },
): PageRequest {
  return { ...place, limit, context, tokenBudget: token_budget, conditions: contentConditions(demands) };
}
