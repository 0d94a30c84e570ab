import type { z } from 'zod';
import { usageError } from './usage-error.js';

/** Reads what was typed by the schema of the operation. @throws `USAGE.ARGUMENTS` */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  const message = issue?.message ?? 'Not understood.';
  throw usageError(field === undefined ? message : `${String(field)}: ${message}`);
}
