import type { TextRange } from '@tributary/contracts';
import { joinPlacedChunks, type PlacedChunk, type TextSpan } from '@tributary/ranking';
import { columnLeaps, type ColumnLeap } from './column-leaps.js';
import { noSuchLines } from './document-errors.js';
import { beginOfLine, endOfLine, findLines, lineFeedsIn } from './line-feeds.js';

/** A stretch of a document with its place. */
export interface Excerpt {
  readonly content: string;
  readonly range: TextRange | undefined;
  readonly leaps: readonly ColumnLeap[];
}

const BEGINNING: TextRange['start'] = [1, 1];

/** The document's text from the first to the last passage, numbered by its own lines where passages know them. */
export function excerptOf(chunks: readonly PlacedChunk[]): Excerpt {
  const joined = joinPlacedChunks(chunks);
  const { text: content } = joined;
  const [first, last] = [chunks[0]?.range, chunks.at(-1)?.range];
  if (first && last) return { content, range: { start: first.start, end: last.end }, leaps: columnLeaps(chunks, joined) };
  return partOf({ content, range: undefined, leaps: [] }, { from: 0, to: content.length });
}

/** The passage with this line, or the one before it where it stands between two; the document from this line on where passages know no lines. @throws `RANGE.INVALID` */
export function excerptAround(line: number, chunks: readonly PlacedChunk[]): Excerpt {
  const whole = excerptOf(chunks);
  const from = sliceLines(whole, { start: line });
  const passage = chunks.findLast(({ range }) => range !== undefined && range.start[0] <= line) ?? chunks[0];
  return passage?.range === undefined ? from : excerptOf([passage]);
}

interface WantedLines {
  readonly start?: number | undefined;
  /** First character of the line `start` by its column in the file, in UTF-16 units from 1. Past its end: what follows the line, its line feed first. */
  readonly column?: number | undefined;
  readonly end?: number | undefined;
}

/** The lines from `start` to `end`, both included; left out: the first, the last. @throws `RANGE.INVALID` */
export function sliceLines(excerpt: Excerpt, { start, column, end }: WantedLines): Excerpt {
  if (start === undefined && column === undefined && end === undefined) return excerpt;
  const [firstLine] = excerpt.range?.start ?? BEGINNING;
  const from = Math.max(start ?? firstLine, firstLine);
  const { count, first, all } = findLines(excerpt.content, { from: from - firstLine, to: (end ?? Infinity) - firstLine });
  if (first === undefined || all === undefined) throw noSuchLines(firstLine + count - 1);
  if (column === undefined || from > (start ?? from)) return partOf(excerpt, all);
  return partOf(excerpt, { from: offsetOf(excerpt, column, first), to: all.to });
}

/** A stretch of an excerpt, with the place it has in the file. */
export function partOf(excerpt: Excerpt, { from, to }: TextSpan): Excerpt {
  const content = excerpt.content.slice(from, to);
  if (content === '') return { content, range: undefined, leaps: [] };
  const end = endOfLine(excerpt.content, from);
  const passed = leapAt(excerpt, from);
  const leaps = excerpt.leaps
    .filter(({ offset }) => offset > from && offset <= to)
    .map(({ offset, by }) => ({ offset: offset - from, by: offset > end ? by : by - passed }));
  const [first] = excerpt.range?.start ?? BEGINNING;
  const line = first + lineFeedsIn(excerpt.content, { from: 0, to: from });
  const last = line + lineFeedsIn(excerpt.content, { from, to });
  const column = columnAt(excerpt, to) - 1;
  return { content, range: { start: [line, columnAt(excerpt, from)], end: [last, Math.max(1, column)] }, leaps };
}

/** The column in the file of what stands at an offset of an excerpt. */
function columnAt(excerpt: Excerpt, offset: number): number {
  return shownColumnAt(excerpt, offset) + leapAt(excerpt, offset);
}

/** The same without what is not shown. */
function shownColumnAt({ content, range }: Excerpt, offset: number): number {
  const begins = beginOfLine(content, offset);
  const [, first] = range?.start ?? BEGINNING;
  return (begins === 0 ? first : 1) + offset - begins;
}

/** How much farther than it is shown a line goes on in the file, from this offset on. */
function leapAt({ content, leaps }: Excerpt, offset: number): number {
  const leap = leaps.findLast((one) => one.offset <= offset);
  return leap === undefined || leap.offset < beginOfLine(content, offset) ? 0 : leap.by;
}

/** Where on a line of an excerpt a column of the file is; of what is not shown, where the line goes on behind it. */
function offsetOf(excerpt: Excerpt, column: number, { from, to }: TextSpan): number {
  const begins = shownColumnAt(excerpt, from);
  const onLine = excerpt.leaps.filter(({ offset }) => offset >= from && offset <= to);
  const stretches = [{ offset: from, by: 0 }, ...onLine].map(({ offset, by }) => ({ offset, column: begins + offset - from + by }));
  const at = Math.max(
    0,
    stretches.findLastIndex((stretch) => stretch.column <= column),
  );
  const { offset, column: reached } = stretches[at] ?? { offset: from, column: begins };
  return Math.min(offset + Math.max(0, column - reached), stretches[at + 1]?.offset ?? to);
}
