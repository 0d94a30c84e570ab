import { createHash, type Hash } from 'node:crypto';

/** A place between two lines of a file, and what stands before it. */
export interface LineMark {
  /** Bytes before it. */
  readonly offset: number;
  /** Lines before it, blank ones counted. */
  readonly lines: number;
  /** SHA-256 of the bytes before it, hex. */
  readonly sha256: () => string;
}

const NEWLINE = 0x0a;

/** Follows a file as it is read, chunk by chunk, and knows the last place between two lines. */
export class LineMarks {
  readonly #hash: Hash;
  #offset: number;
  #latest: LineMark;

  /** @param start where reading begins, with the hash of what stands before it */
  constructor(
    start: { readonly offset: number; readonly lines: number; readonly hash: Hash } = { offset: 0, lines: 0, hash: createHash('sha256') },
  ) {
    this.#hash = start.hash;
    this.#offset = start.offset;
    this.#latest = this.#mark(start.offset, start.lines);
  }

  /** The last place all lines before which have been told. */
  get latest(): LineMark {
    return this.#latest;
  }

  /** Hears of the next bytes. @param lines how many lines have ended by then */
  pass(chunk: Buffer, lines: number): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    this.#hash.update(chunk.subarray(0, end));
    if (end > 0) this.#latest = this.#mark(this.#offset + end, lines);
    this.#hash.update(chunk.subarray(end));
    this.#offset += chunk.length;
  }

  #mark(offset: number, lines: number): LineMark {
    const hash = this.#hash.copy();
    let digest: string | undefined;
    return { offset, lines, sha256: () => (digest ??= hash.digest('hex')) };
  }
}
