import type { JobState } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';
import { z } from 'zod';

/** What a finished job returns to BullMQ: nothing, why it was skipped, or that it was cancelled. */
export const Returned = z.union([z.object({ skipped: z.string() }), z.object({ cancelled: z.literal(true) }), z.null()]);
export type Returned = z.infer<typeof Returned>;

export const CANCELLED: Returned = { cancelled: true };

/** Whether what BullMQ keeps as a job's return value says that it was cancelled: that of a job that runs does, too. */
export function isCancelled(returned: unknown): boolean {
  const known = Returned.safeParse(returned).data ?? null;
  return known !== null && 'cancelled' in known;
}

const Failure = z.object({ code: z.string(), message: z.string() });

/** BullMQ keeps the message of an error and nothing else, so the message of ours is the whole record. */
export function asFailedReason(error: ErrorRecord): string {
  return JSON.stringify(error);
}

/** Code and message of a dead job; one that BullMQ itself gave up has no code of ours. */
export function readFailedReason(text: string): { readonly code: string; readonly message: string } {
  return Failure.safeParse(parseJson(text)).data ?? { code: 'INTERNAL', message: text };
}

/** How a job that BullMQ calls completed ended. */
export function readReturned(text: string): { readonly state: JobState; readonly reason?: string } {
  const returned = Returned.safeParse(parseJson(text)).data ?? null;
  if (returned === null) return { state: 'done' };
  return 'skipped' in returned ? { state: 'skipped', reason: returned.skipped } : { state: 'cancelled' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
