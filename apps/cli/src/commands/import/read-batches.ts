import type { DocumentInput } from '@tributary/contracts';
import { MIB, utf8Bytes } from '@tributary/kernel';
import { LineSplitter, type Line } from '@tributary/kernel/lines';
import { LineMarks, type LineMark } from './line-mark.js';
import { readDocument } from './read-document.js';

/** A line that is not imported. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** Documents that are sent together, each with its line. */
export interface Batch {
  readonly documents: readonly { readonly line: number; readonly document: DocumentInput }[];
  readonly refused: readonly RefusedLine[];
  /** Every line before it stands in this batch or in one before. */
  readonly mark: LineMark;
}

const MOST_DOCUMENTS = 200;
const MOST_BYTES = MIB;
/** A document takes 20 MB of text, which JSON may double. */
const LONGEST_LINE = 48 * MIB;

/** Reads a stream of JSON lines into batches of at most 200 documents or 1 MB (or one larger document), holding no more than that in memory.
 *  @param marks where the stream begins in its file; left out: at the first line */
export async function* readBatches(
  input: AsyncIterable<Buffer | string>,
  collection: string,
  marks = new LineMarks(),
): AsyncGenerator<Batch, void> {
  const splitter = new LineSplitter({ maxBytes: LONGEST_LINE });
  let batch = new BatchBuilder();
  let number = marks.latest.lines;
  const take = function* (ended: readonly Line[]): Generator<Batch, void> {
    for (const line of ended) {
      number += 1;
      if (batch.isFullFor(line)) {
        yield batch.until(marks.latest);
        batch = new BatchBuilder();
      }
      batch.add(line, { number, collection });
    }
  };
  for await (const part of input) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    yield* take(splitter.push(chunk));
    marks.pass(chunk, number);
  }
  const { latest } = marks;
  // The last line may have no line end.
  yield* take(splitter.push(Buffer.from('\n')));
  yield batch.until(latest);
}

class BatchBuilder {
  readonly documents: { line: number; document: DocumentInput }[] = [];
  readonly refused: RefusedLine[] = [];
  #bytes = 0;

  isFullFor(line: Line): boolean {
    if (this.documents.length === 0) return false;
    return this.documents.length >= MOST_DOCUMENTS || (!line.isTooLong && this.#bytes + utf8Bytes(line.text) > MOST_BYTES);
  }

  until(mark: LineMark): Batch {
    return { documents: this.documents, refused: this.refused, mark };
  }

  add(line: Line, { number, collection }: { number: number; collection: string }): void {
    if (line.isTooLong) {
      this.refused.push({
        line: number,
        code: 'DOCUMENT.TOO_LARGE',
        message: `The line is longer than ${(LONGEST_LINE / MIB).toString()} MB.`,
      });
      return;
    }
    if (line.text.trim() === '') return;
    const read = readDocument(line.text, collection);
    if ('refused' in read) {
      this.refused.push({ line: number, ...read.refused });
    } else {
      this.documents.push({ line: number, document: read.document });
      this.#bytes += utf8Bytes(line.text);
    }
  }
}
