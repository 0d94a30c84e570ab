import type { TextRange } from '@tributary/contracts';
import { joinChunks, type PlacedChunk } from '@tributary/ranking';
import { noSuchLines } from './document-errors.js';

/** A stretch of a document with its place. */
export interface Excerpt {
  readonly content: string;
  readonly range: TextRange | undefined;
}

/** The document's text from the first to the last passage, numbered by its own lines where passages know them. */
export function excerptOf(chunks: readonly PlacedChunk[]): Excerpt {
  const content = joinChunks(chunks);
  const [first, last] = [chunks[0]?.range, chunks.at(-1)?.range];
  return { content, range: first && last ? { start: first.start, end: last.end } : rangeFrom([1, 1], content) };
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
  /** First character of the line `start`, in UTF-16 units from 1. Past its end: what follows the line, its line feed first. */
  readonly column?: number | undefined;
  readonly end?: number | undefined;
}

/** The lines from `start` to `end`, both included; left out: the first, the last. @throws `RANGE.INVALID` */
export function sliceLines({ content, range }: Excerpt, { start, column, end }: WantedLines): Excerpt {
  if (start === undefined && column === undefined && end === undefined) return { content, range };
  const [firstLine, firstColumn] = range?.start ?? [1, 1];
  const lines = content.split('\n');
  const lastLine = firstLine + lines.length - 1;
  const [from, to] = [Math.max(start ?? firstLine, firstLine), Math.min(end ?? lastLine, lastLine)];
  if (from > to) throw noSuchLines(lastLine);
  const shown = lines.slice(from - firstLine, to - firstLine + 1);
  const begins = from === firstLine ? firstColumn : 1;
  const isCut = column !== undefined && column > begins && from <= (start ?? from);
  const skipped = isCut ? Math.min(column - begins, shown[0]?.length ?? 0) : 0;
  const wanted = shown.join('\n').slice(skipped);
  return { content: wanted, range: rangeFrom([from, begins + skipped], wanted) };
}

/** The place of a text that begins at this line and column. */
export function rangeFrom([line, column]: TextRange['start'], text: string): TextRange | undefined {
  if (text === '') return undefined;
  const lines = text.split('\n');
  const before = lines.length === 1 ? column - 1 : 0;
  return { start: [line, column], end: [line + lines.length - 1, Math.max(1, before + (lines.at(-1)?.length ?? 1))] };
}
