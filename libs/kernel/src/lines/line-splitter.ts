/** A line of the input, or the fact that one was too long to be kept. */
export type Line = { readonly isTooLong: false; readonly text: string } | { readonly isTooLong: true };

const NEWLINE = 0x0a;
const EMPTY: Line = { isTooLong: false, text: '' };

/** Cuts a stream of bytes into lines, keeping at most `maxBytes` of an unfinished one; what is longer is skipped up to its end. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;
  #isSkipping = false;

  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this chunk, without their line ends, and without byte-order marks, which files that were put together have within, too. */
  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      if (at > from) this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  #keep(part: Buffer): void {
    // Even a view of nothing holds the whole chunk.
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#maxBytes) {
      this.#isSkipping = true;
      this.#parts = [];
    }
    if (!this.#isSkipping) this.#parts.push(part);
  }

  #take(): Line {
    // Of millions of empty lines each has to cost next to nothing.
    if (this.#length === 0) return EMPTY;
    const line: Line = this.#isSkipping ? { isTooLong: true } : { isTooLong: false, text: this.#text() };
    this.#parts = [];
    this.#length = 0;
    this.#isSkipping = false;
    return line;
  }

  #text(): string {
    const [first, second] = this.#parts;
    const text = (first !== undefined && second === undefined ? first : Buffer.concat(this.#parts)).toString('utf8');
    return text.slice(text.startsWith('\ufeff') ? 1 : 0, text.endsWith('\r') ? -1 : undefined);
  }
}
