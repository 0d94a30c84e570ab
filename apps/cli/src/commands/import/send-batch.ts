import type { CallContext, DocumentInput, DocumentOutcome, Operations } from '@tributary/contracts';
import { TributaryError } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';

interface Sending {
  readonly operations: Pick<Operations, 'ingestDocuments'>;
  readonly call: CallContext;
  /** Hears that the other side asked to wait. */
  readonly onWait: (waitMs: number) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Tries when the server is away; when it is only busy, there is no limit. */
const MOST_TRIES = 8;

/** Hands documents in, again and again while the other side is overloaded, as late as it asks for. Sending a document twice does no harm: it is stored once. */
export async function sendBatch(
  documents: readonly DocumentInput[],
  { operations, call, onWait }: Sending,
): Promise<readonly DocumentOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operations.ingestDocuments(documents, call);
    } catch (error) {
      if (!mayTryAgain(error, attempt)) throw error;
      const waitMs = error.retryAfterMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      onWait(waitMs);
      await pause(waitMs, undefined, { signal: call.signal });
    }
  }
}

function mayTryAgain(error: unknown, attempt: number): error is TributaryError {
  if (!(error instanceof TributaryError) || !error.retryable || isRefusedByDisk(error)) return false;
  return error.category === 'overloaded' || attempt < MOST_TRIES;
}

/** True for what does not pass by itself: somebody has to make room. */
export function isRefusedByDisk({ code }: TributaryError): boolean {
  return code === 'ENGINE.DISK_FULL' || code === 'ENGINE.IO';
}
