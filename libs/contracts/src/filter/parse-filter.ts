import { permanent } from '@tributary/kernel';
import { FILTER_HINT, filterFault } from './filter-fault.js';
import { Filter } from './filter.js';

/** Reads a filter from untrusted JSON. @throws `FILTER.INVALID` naming the first condition that is wrong */
export function parseFilter(json: unknown): Filter {
  const parsed = Filter.safeParse(json);
  if (parsed.success) return parsed.data;
  throw permanent('FILTER.INVALID', `Not a filter: ${filterFault(json) ?? 'unknown shape'}. ${FILTER_HINT}`);
}
