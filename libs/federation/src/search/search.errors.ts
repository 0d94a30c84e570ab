import { isMissed, type Coverage } from '@tributary/contracts';
import { nearest, permanent, retryable, someOf, type TributaryError } from '@tributary/kernel';

export function noSuchCollections(wanted: readonly string[], known: readonly string[]): TributaryError {
  const [first = '', ...others] = wanted;
  const guess = others.length > 0 || first.includes('*') ? undefined : guessFor(first, known);
  const hint = guess === undefined ? '.' : `: did you mean ${guess}?`;
  return permanent('COLLECTION.NOT_FOUND', `No collection fits ${someOf(wanted)}${hint} ${thereAre(known)}`, { category: 'not_found' });
}

/** Names of an error at most: more cost an assistant more than they tell it. */
const MOST_NAMES = 10;

function thereAre(known: readonly string[]): string {
  if (known.length === 0) return 'There is no collection yet: store or ingest something first.';
  const all = known.length > MOST_NAMES + 1 ? ': list_collections names them all' : '';
  return `There are: ${someOf(known, MOST_NAMES)}${all}.`;
}

/** The nearest name, or a pattern where several begin with what was asked for. */
function guessFor(wanted: string, known: readonly string[]): string | undefined {
  const begun = known.filter((name) => name.startsWith(`${wanted}-`));
  return begun.length > 1 ? `${wanted}-*` : nearest(wanted, known);
}

export function noLaneWanted(): TributaryError {
  return permanent('SEARCH.WEIGHTS_INVALID', 'Every lane has weight 0, so nothing would be searched: give at least one a greater weight.');
}

/** To be asked for again in vain, other than `notAllSearched`. */
export function notAllThere(absent: readonly string[]): TributaryError {
  return permanent(
    'COLLECTION.NOT_FOUND',
    `Not every selected collection can be searched: there is no collection ${someOf(absent)}. Select collections that are there, or leave out "require" to get what there is.`,
    { category: 'not_found' },
  );
}

export function notAllSearched(coverage: readonly Coverage[]): TributaryError {
  const missing = coverage.filter(isMissed).map(({ collection, status, code }) => `${collection} (${code ?? status})`);
  return retryable(
    'SEARCH.INCOMPLETE',
    `Not every selected collection was searched: ${missing.join(', ')}. Leave out "require" to get what there is.`,
  );
}

export function outOfTime(): TributaryError {
  return retryable('SEARCH.TIMED_OUT', 'The time was over before the catalog answered. Search again, or give a longer deadline_ms.', {
    category: 'timeout',
  });
}

export function cursorExpired(): TributaryError {
  return permanent('CURSOR.EXPIRED', 'This cursor has expired: lists are kept for 10 minutes. Search again.', { category: 'gone' });
}

export function cursorInvalid(why: string): TributaryError {
  return permanent('CURSOR.INVALID', `This cursor cannot be used: ${why}. Search again without a cursor.`);
}
