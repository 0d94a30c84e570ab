import type { Block, Piece } from '../text/block.js';
import type { Sizes } from '../text/split-span.js';

/** Things with a name of their own share a chunk only when they are tiny together (share of the target). */
const TINY = 0.6;
/** A class's first line goes with its first member while it is this short. */
const HEADER = 0.35;

/** Which blocks may stand in one chunk: those of a section, headings with what follows them, and small things without sections. */
export function mayShareChunk({ target }: Sizes): (piece: Piece, block: Block) => boolean {
  return (piece, block) => {
    const last = piece.blocks.at(-1);
    if (last === undefined || last.section === block.section) return true;
    if (last.kind === 'front_matter' || block.kind === 'front_matter') return false;
    if (piece.blocks.every(({ kind }) => kind === 'heading')) return block.path.length >= last.path.length || block.kind !== 'heading';
    if (piece.blocks.every(({ kind }) => kind === 'comment')) return samePath(last, block);
    const sum = block.end - piece.start;
    if (isMemberOf(block, last)) return piece.end - piece.start < HEADER * target;
    if (!samePath(last, block)) return false;
    return isUnnamed(piece) && block.definition === undefined ? block.kind !== 'heading' : sum <= TINY * target;
  };
}

function isMemberOf(block: Block, header: Block): boolean {
  const { definition } = header;
  return definition !== undefined && block.path.at(-1) === definition.label && block.path.length > header.path.length;
}

function samePath(a: Block, b: Block): boolean {
  return a.path.length === b.path.length && a.path.every((part, i) => part === b.path[i]);
}

function isUnnamed(piece: Piece): boolean {
  return piece.blocks.every(({ definition }) => definition === undefined);
}
