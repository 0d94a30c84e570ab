import { readFilter, type Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

/** Checked by `readQueryFilter`, whose messages name the condition that is wrong. */
export const QueryFilterArgument = z.unknown().optional();

/** @returns undefined where none was given @throws `FILTER.INVALID` naming the first condition that is wrong */
export function readQueryFilter(value: unknown): Filter | undefined {
  if (value === undefined) return undefined;
  const read = readFilter(value);
  if ('filter' in read) return read.filter;
  throw permanent(
    'FILTER.INVALID',
    `query_filter: ${read.fault}. Write conditions under must, should, must_not or min_should, such as {"must":[{"key":"metadata.lang","match":{"value":"typescript"}}]}.`,
  );
}
