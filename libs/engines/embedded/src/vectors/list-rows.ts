import { SLOTS_OF_WORD, type Bitmap } from '../memory/bitmap.js';
import { STREAMS } from './vector-arena.js';

const ALL_OF_WORD = 0xffffffff;

interface ListedSlots {
  /** The first slot of a block, which is the first of a word; its row is 0. */
  readonly firstSlot: number;
  readonly end: number;
  /** How many of them are in the set. */
  readonly count: number;
}

/** Writes the numbers of the rows of a block that are in a set to `list`, as many stretches of them side by side as all rows are read in; then the first one
 *  again until they are in fours. */
export function listRows(list: Uint32Array, { words }: Pick<Bitmap, 'words'>, { firstSlot, end, count }: ListedSlots): void {
  const ofStretch = Math.floor(count / STREAMS);
  const abreast = ofStretch * STREAMS;
  let stretch = 0;
  let at = 0;
  for (let first = firstSlot; first < end; first += SLOTS_OF_WORD) {
    const row = first - firstSlot;
    const room = end - first;
    let word = (words[first / SLOTS_OF_WORD] ?? 0) & (room < SLOTS_OF_WORD ? 2 ** room - 1 : ALL_OF_WORD);
    for (; word !== 0; word &= word - 1) {
      list[at] = row + 31 - Math.clz32(word & -word);
      if (at >= abreast) at++;
      else if ((at += STREAMS) >= abreast) at = ++stretch === STREAMS ? abreast : stretch;
    }
  }
  list.fill(list[0] ?? 0, count, Math.ceil(count / 4) * 4);
}
