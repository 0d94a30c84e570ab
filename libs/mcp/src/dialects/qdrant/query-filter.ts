import { Filter, filterFault } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

/** Checked by `readQueryFilter`, whose messages name the condition that is wrong. */
export const QueryFilterArgument = z.unknown().optional();

/** @returns undefined where none was given @throws `FILTER.INVALID` naming the first condition that is wrong */
export function readQueryFilter(value: unknown): Filter | undefined {
  if (value === undefined) return undefined;
  const parsed = Filter.safeParse(value);
  if (parsed.success) return parsed.data;
  throw permanent(
    'FILTER.INVALID',
    `query_filter: ${filterFault(value) ?? 'not a filter'}. Write conditions under must, should, must_not or min_should, such as {"must":[{"key":"metadata.lang","match":{"value":"typescript"}}]}.`,
  );
}
