import type { TextRange } from '@tributary/contracts';
import { joinPlacedChunks, type PlacedChunk, type TextSpan } from '@tributary/ranking';
import { columnLeaps, type ColumnLeap } from './column-leaps.js';
import { noSuchLines } from './document-errors.js';

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
  const [firstLine] = placeAt(excerpt, 0);
  const lines = excerpt.content.split('\n');
  const lastLine = firstLine + lines.length - 1;
  const [from, to] = [Math.max(start ?? firstLine, firstLine), Math.min(end ?? lastLine, lastLine)];
  if (from > to) throw noSuchLines(lastLine);
  const begins = lines.slice(0, from - firstLine).reduce((sum, { length }) => sum + length + 1, 0);
  const ends = begins + lines.slice(from - firstLine, to - firstLine + 1).join('\n').length;
  if (column === undefined || from > (start ?? from)) return partOf(excerpt, { from: begins, to: ends });
  const line = { from: begins, to: begins + (lines[from - firstLine]?.length ?? 0) };
  return partOf(excerpt, { from: offsetOf(excerpt, column, line), to: ends });
}

/** A stretch of an excerpt, with the place it has in the file. */
export function partOf(excerpt: Excerpt, { from, to }: TextSpan): Excerpt {
  const content = excerpt.content.slice(from, to);
  if (content === '') return { content, range: undefined, leaps: [] };
  const end = excerpt.content.indexOf('\n', from);
  const passed = leapAt(excerpt, from);
  const leaps = excerpt.leaps
    .filter(({ offset }) => offset > from && offset <= to)
    .map(({ offset, by }) => ({ offset: offset - from, by: end >= 0 && offset > end ? by : by - passed }));
  const [line, behind] = placeAt(excerpt, to);
  return { content, range: { start: placeAt(excerpt, from), end: [line, Math.max(1, behind - 1)] }, leaps };
}

/** The place in the file of what stands at an offset of an excerpt. */
function placeAt(excerpt: Excerpt, offset: number): TextRange['start'] {
  const [line, column] = excerpt.range?.start ?? BEGINNING;
  const before = excerpt.content.slice(0, offset).split('\n');
  const shown = (before.length === 1 ? column : 1) + (before.at(-1)?.length ?? 0);
  return [line + before.length - 1, shown + leapAt(excerpt, offset)];
}

/** How much farther than it is shown a line goes on in the file, from this offset on. */
function leapAt({ content, leaps }: Excerpt, offset: number): number {
  const begins = content.slice(0, offset).lastIndexOf('\n') + 1;
  return leaps.findLast((leap) => leap.offset >= begins && leap.offset <= offset)?.by ?? 0;
}

/** Where on a line of an excerpt a column of the file is; of what is not shown, where the line goes on behind it. */
function offsetOf(excerpt: Excerpt, column: number, { from, to }: TextSpan): number {
  const begins = placeAt(excerpt, from)[1] - leapAt(excerpt, from);
  const onLine = excerpt.leaps.filter(({ offset }) => offset >= from && offset <= to);
  const stretches = [{ offset: from, by: 0 }, ...onLine].map(({ offset, by }) => ({ offset, column: begins + offset - from + by }));
  const at = Math.max(
    0,
    stretches.findLastIndex((stretch) => stretch.column <= column),
  );
  const { offset, column: reached } = stretches[at] ?? { offset: from, column: begins };
  return Math.min(offset + Math.max(0, column - reached), stretches[at + 1]?.offset ?? to);
}
