import type { FilterPoint, PointTest } from '@tributary/engines-port';
import { Bitmap } from '../memory/bitmap.js';
import type { SlotIndexer } from './slot-indexer.js';

/** The slots whose payload fulfils one condition, found by looking at each. */
export class ConditionIndex implements SlotIndexer {
  indexedUpTo = 0;
  readonly needsContent = true;
  readonly #test: PointTest;
  readonly #slots = new Bitmap();

  constructor(test: PointTest) {
    this.#test = test;
  }

  add(slot: number, point: FilterPoint): void {
    if (this.#test(point)) this.#slots.add(slot);
  }

  /** As a set of its own. */
  where(slots: number): Bitmap {
    return this.#slots.copy(slots);
  }
}
