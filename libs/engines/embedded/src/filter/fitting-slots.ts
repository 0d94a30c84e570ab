import type { Filter } from '@tributary/contracts';
import type { Bitmap } from '../memory/bitmap.js';
import { keepUsed } from '../memory/keep-used.js';

/** Filters whose slots are kept. */
const MOST_KEPT = 8;

/** The slots that fit the filters asked for last, as long as the collection stays as it is: most searches of a caller carry the same restriction. */
export class FittingSlots {
  readonly #kept = new Map<string, Bitmap>();
  #seq: number | undefined;

  /** @param seq change log entry the collection is read at @returns the slots, which must not be changed */
  of(filter: Filter, seq: number, find: () => Bitmap): Bitmap {
    if (seq !== this.#seq) this.#kept.clear();
    this.#seq = seq;
    return keepUsed(this.#kept, JSON.stringify(filter), { make: find, most: MOST_KEPT });
  }
}
