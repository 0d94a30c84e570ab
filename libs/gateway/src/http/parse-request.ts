import { filterFault } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { z } from 'zod';

/** Reads a body or a query by its schema. @throws `REQUEST.INVALID` naming the first field that is wrong */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const fault = issue?.path[0] === 'filter' ? filterFault(filterOf(value)) : undefined;
  if (fault !== undefined) throw permanent('REQUEST.INVALID', `filter: ${fault}`);
  const more = parsed.error.issues.length - 1;
  const others = more > 0 ? ` (and ${more.toString()} more)` : '';
  throw permanent('REQUEST.INVALID', `${field === '' ? '' : `${field}: `}${issue?.message ?? 'not what is expected'}${others}`);
}

function filterOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'filter' in value ? value.filter : undefined;
}
