import type { PointPayload } from '@tributary/contracts';
import { cleanText, type PlacedChunk } from '@tributary/ranking';

/** Passages cleaned before others get the event loop: a document may have tens of thousands. */
const SLICE = 1_000;

/** What a stored passage is shown by. */
interface StoredText {
  readonly payload: Pick<PointPayload, 'content' | 'range'>;
}

/** The passages of a document as they are shown, in their order. */
export async function cleanedChunks(points: readonly StoredText[], signal: AbortSignal | undefined): Promise<readonly PlacedChunk[]> {
  const chunks: PlacedChunk[] = [];
  for (let from = 0; from < points.length; from += SLICE) {
    if (from > 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    for (const { payload } of points.slice(from, from + SLICE)) chunks.push({ content: cleanText(payload.content), range: payload.range });
  }
  return chunks;
}
