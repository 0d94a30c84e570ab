import { createHash } from 'node:crypto';
import { permanent, retryable } from '@tributary/kernel';
import type { CallMemory, KeptCall } from '@tributary/state-port';

interface RepeatableCall {
  /** `Idempotency-Key` as it came. */
  readonly key: string | readonly string[] | undefined;
  /** Whose the key is. */
  readonly subject: string;
  readonly route: string;
  readonly body: unknown;
}

/** An answer, and whether an earlier call got it. */
export interface Repeatable<Answer> {
  readonly answer: Answer;
  readonly isRepeated: boolean;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Runs a call once for a key; every further one gets the same answer and does nothing. A call that failed may be made again.
 *  @param parse reads a kept answer @throws `IDEMPOTENCY.KEY_INVALID`, `IDEMPOTENCY.MISMATCH`, `IDEMPOTENCY.IN_PROGRESS`, and what `run` throws */
export async function runOnce<Answer>(
  memory: CallMemory,
  { key, subject, route, body }: RepeatableCall,
  { run, parse }: { readonly run: () => Promise<Answer>; readonly parse: (json: unknown) => Answer },
): Promise<Repeatable<Answer>> {
  if (key === undefined) return { answer: await run(), isRepeated: false };
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw permanent('IDEMPOTENCY.KEY_INVALID', 'Idempotency-Key is not understood: send one text of 1 to 255 visible ASCII characters.');
  }
  const place = digest([subject, route, key]);
  const fingerprint = digest(body);
  const kept = await memory.claim(place, fingerprint);
  if (kept !== undefined) return { answer: parse(JSON.parse(answerOf(kept, fingerprint))), isRepeated: true };
  const answer = await run().catch(async (error: unknown) => {
    // The caller learns why the call failed, whatever becomes of its key, which is free again after a while anyway.
    await memory.release(place).catch(() => undefined);
    throw error;
  });
  // What is done is done: the caller gets his answer even where it could not be kept.
  await memory.answer(place, { fingerprint, answer: JSON.stringify(answer) }).catch(() => undefined);
  return { answer, isRepeated: false };
}

function answerOf(kept: KeptCall, fingerprint: string): string {
  if (kept.fingerprint !== fingerprint) {
    throw permanent(
      'IDEMPOTENCY.MISMATCH',
      'This Idempotency-Key was sent with another body within 24 hours: choose a new key for a new call.',
      {
        category: 'conflict',
      },
    );
  }
  if (kept.state === 'answered') return kept.answer;
  throw retryable('IDEMPOTENCY.IN_PROGRESS', 'The call with this Idempotency-Key is under way: ask again in a moment.', {
    category: 'conflict',
    retryAfterMs: 1000,
  });
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
