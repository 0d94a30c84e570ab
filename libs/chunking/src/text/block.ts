import type { Definition } from '../code/definition.js';
import type { Span } from './blank.js';
import type { Boundary } from './split-span.js';

/** A stretch of a document that belongs together: a paragraph, a list item, a fence, a table, a function. */
export interface Block extends Span {
  /** `heading`, `paragraph`, `code`, `table`, `function`, `class`, …; becomes the chunk's type where a chunk holds nothing else. */
  readonly kind: string;
  /** Titles above it, outermost first, without the document's own. */
  readonly path: readonly string[];
  /** Blocks of one section share it. */
  readonly section: number;
  /** Kept whole as long as it fits the limit; others are cut when they are well over the target. */
  readonly isWhole: boolean;
  /** Where it may be cut. */
  readonly boundary: Boundary;
  /** Names of a table's columns: without them its later parts say little. */
  readonly columns?: string;
  /** What it defines, or is a part of. */
  readonly definition?: Definition;
  /** What is defined inside it without a block of its own. */
  readonly inside?: readonly Definition[];
}

/** Consecutive blocks, or a part of one, on their way to become a chunk. */
export interface Piece extends Span {
  readonly blocks: readonly Block[];
}
