import type { Bitmap } from '../memory/bitmap.js';

/** What a filter needs to know of the points in memory. */
export interface FilterTarget {
  readonly collection: number;
  readonly slots: number;
  readonly live: Bitmap;
  storedSlotOf(slot: number): number;
  findStored(storedSlot: number): number | undefined;
}
