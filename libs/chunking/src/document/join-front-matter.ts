import type { Piece } from '../text/block.js';
import { cut } from '../text/pack.js';
import type { Sizes } from '../text/split-span.js';

/** Lets front matter begin the passage that follows it: alone it is short and full of the document's own words, so that it would be found before what the
 *  document says. Front matter as long as a passage stays for itself. */
export function joinFrontMatter(text: string, pieces: readonly Piece[], sizes: Sizes): readonly Piece[] {
  const [head, next, ...rest] = pieces;
  if (head === undefined || next === undefined || !isFrontMatter(head) || isFrontMatter(next)) return pieces;
  const room = sizes.limit - (next.start - head.start);
  // Any number of blank lines may stand between them.
  if (room < sizes.target) return pieces;
  const [first = next, ...others] = next.end - next.start <= room ? [next] : cut(text, next, { ...sizes, limit: room });
  return [{ start: head.start, end: first.end, blocks: [...head.blocks, ...first.blocks] }, ...others, ...rest];
}

function isFrontMatter({ blocks }: Piece): boolean {
  return blocks.every(({ kind }) => kind === 'front_matter');
}
