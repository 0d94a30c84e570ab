import { readRequest } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { z } from 'zod';

/** Reads what a caller sent by its schema. @throws `REQUEST.INVALID` (or `FILTER.INVALID`) naming every field that is wrong and what to write instead */
export function parseArguments<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = readRequest(schema, value);
  if ('data' in read) return read.data;
  throw permanent(read.fault.isOfFilter ? 'FILTER.INVALID' : 'REQUEST.INVALID', read.fault.message);
}
