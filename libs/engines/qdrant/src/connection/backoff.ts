import { setTimeout as pause } from 'node:timers/promises';
import type { TributaryError } from '@tributary/kernel';

const FIRST_MS = 40;
const LONGEST_MS = 2_000;

/** How long to wait before attempt `attempt` + 1: doubling, spread over half its length so that callers do not meet again, and not below what the server asked for. */
export function backoffMs(attempt: number, { retryAfterMs = 0 }: Pick<TributaryError, 'retryAfterMs'>): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.max(retryAfterMs, ceiling * (0.5 + Math.random() / 2));
}

/** Waits; ends early, by throwing, when the signal aborts. */
export async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}
