import { KIB } from '@tributary/kernel';
import type { ChunkToEmbed } from '@tributary/contracts';

/** What one `embed-chunks` job carries at most. */
const MAX_CHUNKS = 256;
const MAX_BYTES = 512 * KIB;
/** Keys, numbers and punctuation of a chunk's JSON. */
const FRAME_BYTES = 160;

/** Cuts the chunks of a document into what one job carries, in order: at most 256 chunks or 512 KiB of JSON. A document without chunks is one empty part. */
export function partChunks<C extends Pick<ChunkToEmbed, 'content'> & { readonly heading?: string | undefined }>(
  chunks: readonly C[],
): readonly (readonly C[])[] {
  const parts: C[][] = [[]];
  let bytes = 0;
  for (const chunk of chunks) {
    const size = FRAME_BYTES + jsonBytes(chunk.content) + jsonBytes(chunk.heading ?? '');
    const part = parts.at(-1);
    if (part !== undefined && (part.length === 0 || (part.length < MAX_CHUNKS && bytes + size <= MAX_BYTES))) {
      part.push(chunk);
      bytes += size;
    } else {
      parts.push([chunk]);
      bytes = size;
    }
  }
  return parts;
}

// Control characters cost six bytes in JSON, so the length of the text is no measure of the payload.
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
