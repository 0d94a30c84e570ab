import { permanent } from '@tributary/kernel';
import { FILTER_HINT, filterFault } from './filter-fault.js';
import { Filter } from './filter.js';
import { tooManyConditions } from './most-conditions.js';

/** A filter from untrusted JSON, or the first condition of it that is wrong, and how. */
export function readFilter(json: unknown): { readonly filter: Filter } | { readonly fault: string } {
  const tooMany = tooManyConditions(json);
  if (tooMany !== undefined) return { fault: tooMany };
  const parsed = Filter.safeParse(json);
  return parsed.success ? { filter: parsed.data } : { fault: filterFault(json) ?? 'not a filter' };
}

/** Reads a filter from untrusted JSON. @throws `FILTER.INVALID` naming the first condition that is wrong */
export function parseFilter(json: unknown): Filter {
  const read = readFilter(json);
  if ('filter' in read) return read.filter;
  throw permanent('FILTER.INVALID', `Not a filter: ${read.fault}. ${FILTER_HINT}`);
}
