import type { FilterPoint } from '@tributary/engines-port';

/** Learns something of each slot’s payload, slot after slot. A slot’s payload never changes, so what was learnt stays true. */
export interface SlotIndexer {
  /** Slots below this one have been seen. */
  indexedUpTo: number;
  /** True when `content` must be in the payload it is shown. */
  readonly needsContent: boolean;
  add(slot: number, point: FilterPoint): void;
}
