import type { ErrorCategory, ErrorRecord } from '@tributary/kernel';
import { z } from 'zod';

const CATEGORIES = [
  'invalid',
  'unauthenticated',
  'denied',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'overloaded',
  'unavailable',
  'timeout',
  'cancelled',
  'internal',
] as const satisfies readonly ErrorCategory[];

const Failure = z.object({
  code: z.string(),
  message: z.string(),
  category: z.enum(CATEGORIES),
  retryable: z.boolean(),
  retryAfterMs: z.number().exactOptional(),
});
const Reply = z.union([z.object({ question: z.number(), error: Failure }), z.object({ question: z.number(), result: z.unknown() })]);

/** An answer on its way back: to which of the caller’s questions, and its result or error. */
export type Reply = { readonly question: number } & ({ readonly result: unknown } | { readonly error: ErrorRecord });

export function writeReply(reply: Reply): string {
  return JSON.stringify(reply);
}

/** Undefined for what is no answer. */
export function readReply(message: string): Reply | undefined {
  try {
    return Reply.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
