import type { Nomination } from './nominate-collection.js';

/** Of two answers of one collection the later, unless it lacks a lane that the earlier has. */
export function betterAnswer(before: Nomination, after: Nomination): Nomination {
  return saysLess(after, before) ? before : after;
}

/** Whether an answer lacks a lane that another one of the same collection has. */
export function saysLess(answer: Nomination, other: Nomination): boolean {
  return !lanesSearched(other).isSubsetOf(lanesSearched(answer));
}

function lanesSearched({ rankings }: Nomination): ReadonlySet<string> {
  return new Set(Object.keys(rankings));
}

/** False where no lane of a collection could be searched. One that had nothing to look for is no failure. */
export function wasSearched({ answered, lanes }: Pick<Nomination, 'answered' | 'lanes'>): boolean {
  const statuses = Object.values(lanes).map(({ status }) => status);
  return answered && (statuses.includes('searched') || statuses.every((status) => status === 'skipped'));
}

/** False where a lane of a collection could not be searched. */
export function wasSearchedWhole({ answered, lanes }: Pick<Nomination, 'answered' | 'lanes'>): boolean {
  return answered && Object.values(lanes).every(({ status }) => status === 'searched' || status === 'skipped');
}
