import type { TextRange } from '@tributary/contracts';

/** A passage with its place in the document. */
export interface PlacedChunk {
  readonly content: string;
  readonly range?: TextRange | undefined;
}

/** A text put together of chunks, and the offset where each of them begins in it. */
export interface JoinedChunks {
  readonly text: string;
  readonly begins: readonly number[];
}

/** More is no indentation: something that is not shown stands before the chunk. */
const MOST_BLANKS = 1_000;

/** Joins chunks of one document, in order, to the text they were cut from: lines and blanks between them are restored from their ranges
 *  (as line feeds and spaces); chunks without a range are set apart by an empty line.
 *  @param before the chunk that stands before them in the document: where it ends on an earlier line, only blanks can stand before the first one on
 *    its line. Without it nothing is put in front of the first one: its column may be that of text nobody handed in */
export function joinChunks(chunks: readonly PlacedChunk[], before?: PlacedChunk): string {
  return joinPlacedChunks(chunks, before).text;
}

/** Joins chunks as `joinChunks` does, and says where each begins. */
export function joinPlacedChunks(chunks: readonly PlacedChunk[], before?: PlacedChunk): JoinedChunks {
  const begins: number[] = [];
  let text = '';
  let last: PlacedChunk | undefined;
  for (const chunk of chunks) {
    text += last === undefined ? indentationAfter(before, chunk) : gapBetween(last, chunk);
    begins.push(text.length);
    text += chunk.content;
    last = chunk;
  }
  return { text, begins };
}

function gapBetween(before: PlacedChunk, after: PlacedChunk): string {
  if (!before.range || !after.range) return '\n\n';
  const [endLine, endColumn] = before.range.end;
  const [startLine, startColumn] = after.range.start;
  if (startLine <= endLine) return blanks(startColumn - endColumn - 1);
  return '\n'.repeat(startLine - endLine) + indentationAfter(before, after);
}

function indentationAfter(before: PlacedChunk | undefined, { range }: PlacedChunk): string {
  if (!before?.range || !range || range.start[0] <= before.range.end[0]) return '';
  return blanks(range.start[1] - 1);
}

function blanks(count: number): string {
  return ' '.repeat(count > MOST_BLANKS ? 1 : Math.max(0, count));
}
