import type { ChangeFields } from './change.js';

/** So many ids are named: a call may have ten thousand. */
const MOST_NAMED = 20;

/** How many ids a call names, and the first of them. */
export function namedIds(ids: readonly string[] | undefined): ChangeFields {
  return ids === undefined ? {} : { named: ids.length, ids: ids.slice(0, MOST_NAMED).join(' ') };
}
