import type { Readable } from 'node:stream';
import { permanent } from '@tributary/kernel';
import { LineSplitter } from '@tributary/kernel/lines';
import { LARGEST_WHOLE, chunksOf, drain, wholeBody } from './body.js';
import { LONGEST_LINE, readLine, type ReadLine } from './read-documents.js';
import { takeLines, type TakingLines } from './take-lines.js';

interface PostedLines extends Omit<TakingLines, 'isSmall' | 'leave'> {
  readonly body: Readable;
  /** Bytes, as far as the sender said. */
  readonly length: number | undefined;
  /** For how long what nobody wants any more is read on; left out: five seconds. */
  readonly drainMs?: number;
}

/** Takes the lines of a body as they come in; see `takeLines`. What it refuses is read to its end, so that the sender learns why. */
export async function takePosted({ body, length, drainMs, ...taking }: PostedLines): Promise<Readable> {
  const chunks = chunksOf(body);
  const leave = async () => {
    // Who has not come to an end by then gets the answer, and with it an end of the connection.
    if (!(await drain(chunks, drainMs).catch(() => true))) body.destroy();
  };
  try {
    return await takeLines(chunks, { ...taking, leave, isSmall: length !== undefined && length <= LARGEST_WHOLE });
  } catch (error) {
    await drain(chunks).catch(() => undefined);
    throw error;
  }
}

const MOST_LINES = 1_000_000;
const NEWLINE = 0x0a;

/** As many lines of nothing take many times the memory of their text. @throws `REQUEST.TOO_LARGE` */
function refuseManyLines(bytes: Buffer): void {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    lines += 1;
    if (lines <= MOST_LINES) continue;
    throw permanent(
      'REQUEST.TOO_LARGE',
      `The body has more than ${MOST_LINES.toLocaleString('en')} lines: send less at once, or without an Idempotency-Key.`,
      { category: 'too_large' },
    );
  }
}

/** All lines of a body, and the body as a text. @throws `REQUEST.TOO_LARGE` */
export async function wholeLines(body: Readable): Promise<{ readonly text: string; readonly lines: readonly ReadLine[] }> {
  const bytes = await wholeBody(body);
  refuseManyLines(bytes);
  const lines = new LineSplitter({ maxBytes: LONGEST_LINE }).push(Buffer.concat([bytes, Buffer.from('\n')]));
  return { text: bytes.toString(), lines: lines.flatMap((line, index) => readLine(line, index + 1) ?? []) };
}
