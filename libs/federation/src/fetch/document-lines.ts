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
  // Joined text begins at the first column of its first line.
  return { content, range: first && last ? { start: [first.start[0], 1], end: last.end } : rangeFrom(1, content) };
}

/** The lines from `start` to `end`, both included; left out: the first, the last. @throws `RANGE.INVALID` */
export function sliceLines(
  { content, range }: Excerpt,
  { start, end }: { readonly start?: number | undefined; readonly end?: number | undefined },
): Excerpt {
  if (start === undefined && end === undefined) return { content, range };
  const firstLine = range?.start[0] ?? 1;
  const lines = content.split('\n');
  const lastLine = firstLine + lines.length - 1;
  const [from, to] = [Math.max(start ?? firstLine, firstLine), Math.min(end ?? lastLine, lastLine)];
  if (from > to) throw noSuchLines(lastLine);
  const wanted = lines.slice(from - firstLine, to - firstLine + 1).join('\n');
  return { content: wanted, range: rangeFrom(from, wanted) };
}

/** The place of a text that begins in the first column of a line. */
export function rangeFrom(line: number, text: string): TextRange | undefined {
  if (text === '') return undefined;
  const lines = text.split('\n');
  return { start: [line, 1], end: [line + lines.length - 1, Math.max(1, lines.at(-1)?.length ?? 1)] };
}
