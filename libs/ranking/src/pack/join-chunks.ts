import type { TextRange } from '@tributary/contracts';

/** A passage with its place in the document. */
export interface PlacedChunk {
  readonly content: string;
  readonly range?: TextRange | undefined;
}

/** Joins chunks of one document, in order, to the text they were cut from: lines and indentation between them are restored from their ranges
 *  (as line feeds and spaces); chunks without a range are set apart by an empty line. */
export function joinChunks(chunks: readonly PlacedChunk[]): string {
  const [first, ...rest] = chunks;
  if (!first) return '';
  let text = indentation(first) + first.content;
  let before = first;
  for (const chunk of rest) {
    text += gapBetween(before, chunk) + chunk.content;
    before = chunk;
  }
  return text;
}

function gapBetween(before: PlacedChunk, after: PlacedChunk): string {
  if (!before.range || !after.range) return '\n\n';
  const [endLine, endColumn] = before.range.end;
  const [startLine, startColumn] = after.range.start;
  if (startLine <= endLine) return ' '.repeat(Math.max(0, startColumn - endColumn - 1));
  return '\n'.repeat(startLine - endLine) + indentation(after);
}

function indentation({ range }: PlacedChunk): string {
  return ' '.repeat(Math.max(0, (range?.start[1] ?? 1) - 1));
}
