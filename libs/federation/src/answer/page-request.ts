import type { SearchRequest } from '@tributary/contracts';
import type { Deadline } from '@tributary/kernel';

/** Which part of a ranked list is wanted, in which dress. */
export interface PageRequest {
  /** First place of the list, from 0. */
  readonly from: number;
  readonly limit: number;
  readonly context: SearchRequest['context'];
  readonly tokenBudget: number | undefined;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** The part of a list that a request asks for, from a place on. */
export function pageOf(
  { limit, context, token_budget }: SearchRequest,
  place: Pick<PageRequest, 'from' | 'deadline' | 'signal'>,
): PageRequest {
  return { ...place, limit, context, tokenBudget: token_budget };
}
