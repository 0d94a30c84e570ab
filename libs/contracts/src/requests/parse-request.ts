import { permanent } from '@tributary/kernel';
import type { z } from 'zod';
import { readRequest } from './read-request.js';

/** Reads a request by its schema. @throws `REQUEST.INVALID` naming every field that is wrong and what to write instead */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = readRequest(schema, value);
  if ('data' in read) return read.data;
  throw permanent('REQUEST.INVALID', read.fault.message);
}
