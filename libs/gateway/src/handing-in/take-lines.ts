import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentOutcome, LinesQuery } from '@tributary/contracts';
import { TributaryError } from '@tributary/kernel';
import { handIn, type HandingIn } from './hand-in.js';
import { lineBatches } from './line-batches.js';
import { LinesAnswer } from './lines-answer.js';
import type { ReadLine } from './read-documents.js';

export interface TakingLines extends HandingIn {
  readonly answer: LinesQuery['answer'];
  /** True for a body that is known to be small: it is refused as a whole while the server has no room, and can be sent again. */
  readonly isSmall: boolean;
  /** Hears what went wrong after the answer had begun. */
  readonly report: (error: unknown) => void;
  /** Takes what is left of a body whose answer has ended, so that its sender does not stand still in the middle of it. */
  readonly leave: () => Promise<void>;
}

const WAIT_MS = { usual: 1_000, most: 5_000 };

/** Takes documents in line by line, holding one batch of them. While too much waits to be indexed it reads no further, which stops the sender.
 *  @returns the answer, which grows while lines come in. @throws what the first batch was refused with, before anything is answered */
export async function takeLines(input: AsyncIterator<Buffer>, taking: TakingLines): Promise<Readable> {
  const answer = new LinesAnswer(taking.answer);
  const batches = lineBatches(input);
  const first = await batches.next();
  if (first.done !== true) answer.add(taking.isSmall ? await handIn(first.value, taking) : await handInPatiently(first.value, taking));
  void takeRest(batches, { answer, taking });
  return answer.stream;
}

async function takeRest(
  batches: AsyncIterable<readonly ReadLine[]>,
  { answer, taking }: { readonly answer: LinesAnswer; readonly taking: TakingLines },
): Promise<void> {
  try {
    for await (const batch of batches) answer.add(await handInPatiently(batch, taking));
    answer.end();
  } catch (error) {
    if (!taking.caller.signal.aborted) taking.report(error);
    answer.end({ error });
    await taking.leave();
  }
}

async function handInPatiently(lines: readonly ReadLine[], taking: TakingLines): Promise<readonly DocumentOutcome[]> {
  for (;;) {
    try {
      return await handIn(lines, taking);
    } catch (error) {
      if (!(error instanceof TributaryError) || error.category !== 'overloaded') throw error;
      await pause(Math.min(error.retryAfterMs ?? WAIT_MS.usual, WAIT_MS.most), undefined, { signal: taking.caller.signal });
    }
  }
}
