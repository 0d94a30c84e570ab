import type { TextRange } from '@tributary/contracts';

/** A passage with its place in the document. */
export interface PlacedChunk {
  readonly content: string;
  readonly range?: TextRange | undefined;
}

/** Joins chunks of one document, in order, to the text they were cut from: lines and blanks between them are restored from their ranges
 *  (as line feeds and spaces); chunks without a range are set apart by an empty line.
 *  @param before the chunk that stands before them in the document: where it ends on an earlier line, only blanks can stand before the first one on
 *    its line. Without it nothing is put in front of the first one: its column may be that of text nobody handed in */
export function joinChunks(chunks: readonly PlacedChunk[], before?: PlacedChunk): string {
  const [first, ...rest] = chunks;
  if (!first) return '';
  let text = indentationAfter(before, first) + first.content;
  let last = first;
  for (const chunk of rest) {
    text += gapBetween(last, chunk) + chunk.content;
    last = chunk;
  }
  return text;
}

function gapBetween(before: PlacedChunk, after: PlacedChunk): string {
  if (!before.range || !after.range) return '\n\n';
  const [endLine, endColumn] = before.range.end;
  const [startLine, startColumn] = after.range.start;
  if (startLine <= endLine) return ' '.repeat(Math.max(0, startColumn - endColumn - 1));
  return '\n'.repeat(startLine - endLine) + indentationAfter(before, after);
}

function indentationAfter(before: PlacedChunk | undefined, { range }: PlacedChunk): string {
  if (!before?.range || !range || range.start[0] <= before.range.end[0]) return '';
  return ' '.repeat(range.start[1] - 1);
}
