import type { Block, Piece } from './block.js';
import { splitSpan, type Sizes } from './split-span.js';

/** A beginning or an end of a section this small (share of the target) is joined to its neighbour even when the sum is somewhat over the target. */
const SMALL = 0.35;
const STRETCHED = 1.35;

export interface Packing {
  readonly sizes: Sizes;
  /** Whether a block may share a chunk with the blocks before it. */
  readonly mayShare: (piece: Piece, block: Block) => boolean;
}

/** Joins consecutive blocks up to the target and cuts those that are too long.
 *  @returns pieces in order, none over the limit; together they hold every unit of the blocks once */
export function pack(text: string, blocks: readonly Block[], { sizes, mayShare }: Packing): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  for (const [i, block] of blocks.entries()) {
    const isLast = blocks[i + 1]?.section !== block.section;
    const isShared = open !== undefined && mayShare(open, block);
    if (open && isShared && (fits(open, block, sizes) || fitsStretched(open, { block, isLast, sizes }))) {
      open = join(open, block);
    } else {
      const leadsIn = open !== undefined && isShared && isLeadIn(open, block, sizes);
      if (open && !leadsIn) pieces.push(open);
      const parts = cut(text, open && leadsIn ? join(open, block) : { start: block.start, end: block.end, blocks: [block] }, sizes);
      open = parts.pop();
      pieces.push(...parts);
    }
  }
  if (open) pieces.push(open);
  return pieces;
}

function join(piece: Piece, block: Block): Piece {
  return { start: piece.start, end: block.end, blocks: [...piece.blocks, block] };
}

function fits(piece: Piece, block: Block, { target }: Sizes): boolean {
  return block.end - piece.start <= target;
}

function fitsStretched(
  piece: Piece,
  { block, isLast, sizes: { target, limit } }: { readonly block: Block; readonly isLast: boolean; readonly sizes: Sizes },
): boolean {
  const isBeginning = piece.end - piece.start < SMALL * target;
  const isEnd = isLast && block.end - block.start < SMALL * target;
  return (isBeginning || isEnd) && block.end - piece.start <= Math.min(STRETCHED * target, limit);
}

/** A heading or a few words before a long block go with its beginning. */
function isLeadIn(piece: Piece, block: Block, { target, limit }: Sizes): boolean {
  if (piece.end - piece.start >= SMALL * target) return false;
  return !block.isWhole || block.end - piece.start <= limit || block.end - block.start > limit;
}

/** The last block decides where to cut: what stands before it only leads in. */
export function cut(text: string, piece: Piece, sizes: Sizes): Piece[] {
  const block = piece.blocks.at(-1);
  if (block === undefined || (block.isWhole && piece.end - piece.start <= sizes.limit)) return [piece];
  const parts = splitSpan(text, piece, { sizes, boundary: block.boundary });
  return parts.map((part) => ({ ...part, blocks: piece.blocks.filter(({ start, end }) => start < part.end && end > part.start) }));
}
