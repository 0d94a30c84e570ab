import { isMissed, isOutOfDate, type Coverage, type SearchAnswer } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';

/** One sentence on what was not searched, and one on what was, but may not be as it is now; undefined where nothing is to be said. */
export function incompleteText(coverage: readonly Coverage[]): string | undefined {
  const missed = withReasons(coverage.filter((one) => isMissed(one) && !isOutOfDate(one)));
  const old = withReasons(coverage.filter(isOutOfDate));
  const sentences = [
    ...(missed === '' ? [] : [`Not everything was searched: ${missed}.`]),
    ...(old === '' ? [] : [`May be out of date: ${old}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** What has one reason is told together. */
function withReasons(coverage: readonly Coverage[]): string {
  const reasons = Map.groupBy(coverage, ({ reason, status }) => (reason ?? status.replaceAll('_', ' ')).replace(/\.$/, ''));
  return [...reasons].map(([why, of]) => `${[...new Set(of.map(({ collection }) => collection))].join(', ')}: ${why}`).join('; ');
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
