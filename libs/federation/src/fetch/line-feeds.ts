import type { TextSpan } from '@tributary/ranking';

/** Offset of the line feed that ends the line, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Offset of the first character of the line that an offset is on; a line feed is on the line that it ends. */
export function beginOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** How many line feeds stand in a stretch of a text. */
export function lineFeedsIn(text: string, { from, to }: TextSpan): number {
  let count = 0;
  for (let end = endOfLine(text, from); end < to; end = endOfLine(text, end + 1)) count++;
  return count;
}

/** Lines of a text, counted from 0. */
export interface FoundLines {
  /** How many the text has in all. */
  readonly count: number;
  /** The first of those that are looked for, and what it and all behind it to the last are together. Undefined where the text ends before. */
  readonly first: TextSpan | undefined;
  readonly all: TextSpan | undefined;
}

/** Finds lines in one go through a text: it may have as many as characters, and a list of them would be many times its size. */
export function findLines(text: string, { from, to }: TextSpan): FoundLines {
  let [count, begins, first, all]: [number, number, TextSpan | undefined, TextSpan | undefined] = [0, 0, undefined, undefined];
  for (;;) {
    const end = endOfLine(text, begins);
    if (count === from) first = { from: begins, to: end };
    if (first !== undefined && count <= to) all = { from: first.from, to: end };
    count++;
    if (end === text.length) return { count, first, all };
    begins = end + 1;
  }
}
