import { MIB } from '@tributary/kernel';
import { LineSplitter, type Line } from '@tributary/kernel/lines';
import { LONGEST_LINE, readLine, type ReadLine } from './read-documents.js';

const MOST_DOCUMENTS = 500;
const MOST_BYTES = MIB;
/** A producer that pauses learns soon what became of what it sent. */
const LINGER_MS = 250;

/** Cuts a body into batches of at most 500 documents or 1 MB (or one larger document); one that has waited 250 ms goes off as it is.
 *  Nothing is read ahead while a batch is worked on, so that whoever is slow with the batches slows the sender down. */
export async function* lineBatches(input: AsyncIterator<Buffer>): AsyncGenerator<readonly ReadLine[], void> {
  const splitter = new LineSplitter({ maxBytes: LONGEST_LINE });
  let batch = new Batch();
  let number = 0;
  for (let next = input.next(); ;) {
    const read = batch.lines.length === 0 ? await next : await within(next, LINGER_MS);
    if (read === undefined) {
      yield batch.lines;
      batch = new Batch();
      continue;
    }
    // The last line may have no line end.
    for (const line of splitter.push(read.done === true ? Buffer.from('\n') : read.value)) {
      number += 1;
      batch.add(line, number);
      if (!batch.isFull) continue;
      yield batch.lines;
      batch = new Batch();
    }
    if (read.done === true) break;
    next = input.next();
  }
  if (batch.lines.length > 0) yield batch.lines;
}

class Batch {
  readonly lines: ReadLine[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.lines.length >= MOST_DOCUMENTS || this.#bytes >= MOST_BYTES;
  }

  add(line: Line, number: number): void {
    const read = readLine(line, number);
    if (read === undefined) return;
    this.lines.push(read);
    if (!line.isTooLong) this.#bytes += line.text.length;
  }
}

/** What the promise resolves with, or undefined where that takes longer. */
async function within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
