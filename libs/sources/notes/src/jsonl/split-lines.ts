import { createReadStream } from 'node:fs';
import { readUtf8 } from '../files/read-utf8.js';

const LINE_FEED = 10;

export interface NumberedLine {
  readonly number: number;
  readonly line: string | undefined;
  /** What could not be read of it, in sentences. */
  readonly notes: readonly string[];
}

/** The lines of an open file, which is closed in the end, in bounded memory, numbered from 1, without byte-order marks; `undefined` stands for one with more than `most` bytes. */
export async function* splitLines(
  file: number,
  { most, signal }: { readonly most: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<NumberedLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  const take = () => {
    const { text, notes } = bytes > most ? { text: undefined, notes: [] } : readUtf8(Buffer.concat(parts));
    const line = text?.replace(/^\ufeff/, '');
    parts = [];
    bytes = 0;
    return { number: number++, line, notes };
  };
  const stream: AsyncIterable<Buffer> = createReadStream('', signal === undefined ? { fd: file } : { fd: file, signal });
  for await (const buffer of stream) {
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end >= 0; end = buffer.indexOf(LINE_FEED, start)) {
      keep(buffer.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(buffer.subarray(start));
  }
  if (bytes > 0) yield take();

  function keep(part: Buffer): void {
    bytes += part.length;
    if (bytes <= most) parts.push(part);
    else parts = [];
  }
}
