import type { ErrorRecord } from '@tributary/kernel';
import type { Write } from '../write/writes.js';

/** To the writer thread: writes that came at one time. */
export interface WriteBatch {
  readonly number: number;
  readonly writes: readonly Write[];
}

export type WriteReply = { readonly result: unknown } | { readonly error: ErrorRecord };

/** From the writer thread, when all writes of a batch are durable or refused: one reply per write, in order. */
export interface BatchReply {
  readonly number: number;
  readonly replies: readonly WriteReply[];
  /** Ids of the collections that changed since the reply before. */
  readonly collections: readonly number[];
}
