import { isMissed, type Coverage, type SearchAnswer } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';

/** One sentence on what was not searched, or not as it is now; undefined where nothing is to be said. */
export function incompleteText(coverage: readonly Coverage[]): string | undefined {
  const incomplete = coverage
    .filter(isMissed)
    .map(({ collection, status, reason }) => `${collection}: ${(reason ?? status.replaceAll('_', ' ')).replace(/\.$/, '')}`);
  return incomplete.length === 0 ? undefined : `Not everything was searched: ${[...new Set(incomplete)].join('; ')}.`;
}

/** Whether a collection has given what it could. */
export function isDone({ status }: Pick<Coverage, 'status'>): boolean {
  return status === 'searched' || status === 'stale' || status === 'skipped' || status === 'not_selected';
}

/** @throws why, where nothing was found and no collection was searched, not even in part */
export function requireSearched({ hits, coverage }: Pick<SearchAnswer, 'hits' | 'coverage'>): void {
  const [first] = coverage;
  if (first === undefined || hits.length > 0 || coverage.some((one) => isDone(one) || one.status === 'partial')) return;
  throw notSearched(first);
}

/** The error of a collection that was not searched, which is no empty answer. */
export function notSearched({ collection, status, code = 'SEARCH.INCOMPLETE', reason = status.replaceAll('_', ' ') }: Coverage) {
  return retryable(code, `${collection} was not searched: ${reason.replace(/^semantic: /, '')}`);
}
