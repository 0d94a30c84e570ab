import { addressOf, baseOf, blockOf, type BlockDirectory } from './block-directories.js';
import { startOf, type Rooms } from './rooms.js';
import { GAP_BITS, LARGE, MOST_GAP, countsOf, farGap } from './slot-entry.js';

/** Entries of a block. */
export const BLOCK = 64;
/** Blocks that lie side by side, at most. */
export const MOST_BLOCKS = 64;

// What is neither imported nor exported is in the code that the compiler makes of the loops below; all else they would look up each time.
const [gapBits, mostGap, large] = [GAP_BITS, MOST_GAP, LARGE];
const slots = new Uint32Array(BLOCK * MOST_BLOCKS);
const codes = new Uint32Array(BLOCK * MOST_BLOCKS);

/** What was read last, of all cursors, since nobody keeps it: slots, and by `readAmong` the code of each one’s counts, or `LARGE` + the counts. */
export const readSlots = slots;
export const readCodes = codes;

/** Of a list: where its last block is, entries in it, and the directory of all, if there are others. */
export interface ListPlace {
  readonly address: number;
  readonly used: number;
  readonly directory: BlockDirectory | undefined;
}

const NOTHING = new Uint16Array(0);

/** Goes through a list, which must not grow meanwhile, in stretches of blocks that lie side by side: entries `start` to `end` of `entries`, the first gap counting from `base`. */
export class BlockCursor {
  entries: Uint16Array = NOTHING;
  start = 0;
  end = 0;
  base = 0;
  readonly #rooms: Rooms<Uint16Array>;
  readonly #place: ListPlace;
  readonly #blocks: number;
  #next = 0;

  constructor(rooms: Rooms<Uint16Array>, place: ListPlace) {
    this.#rooms = rooms;
    this.#place = place;
    this.#blocks = place.directory?.blocks ?? 1;
  }

  /** Whether there is some of a stretch left; goes to the next one where there is not. */
  hasMore(): boolean {
    return this.start < this.end || this.next();
  }

  /** Goes to the next stretch. @returns false behind the last one */
  next(): boolean {
    if (this.#next === this.#blocks) return false;
    this.#goTo(this.#next);
    const { directory } = this.#place;
    if (directory) this.#extend(directory);
    return true;
  }

  /** Reads the slots of the stretch into `readSlots`. @returns how many */
  read(): number {
    const { entries, end } = this;
    let slot = this.base;
    let length = 0;
    for (let i = this.start; i < end; i++) {
      const entry = entries[i] ?? 0;
      const code = entry >>> gapBits;
      if (code > large) {
        slot += farGap(entry);
        continue;
      }
      if (code === large) i++;
      slot += entry & mostGap;
      slots[length++] = slot;
    }
    return length;
  }

  /** Reads those slots of the stretch that are in a set (32 slots a word) and below a limit into `readSlots`, their counts into `readCodes`, and stands before the rest. @returns how many */
  readAmong(words: Uint32Array, limit: number): number {
    const { entries, end } = this;
    let slot = this.base;
    let length = 0;
    let i = this.start;
    for (; i < end; i++) {
      const entry = entries[i] ?? 0;
      let code = entry >>> gapBits;
      if (code > large) {
        slot += farGap(entry);
        continue;
      }
      const next = (slot + (entry & mostGap)) | 0;
      if (next >= limit) break;
      slot = next;
      if (code === large) code = large + (entries[++i] ?? 0);
      slots[length] = slot;
      codes[length] = code;
      // Without a branch: which slots are in the set is guesswork for the processor.
      length += ((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
    }
    this.start = i;
    this.base = slot;
    return length;
  }

  /** Counts (body + 256 × title) of a slot; undefined when the list does not have it. Slots are asked for in ascending order. */
  find(wanted: number): number | undefined {
    this.#seek(wanted);
    const { entries, end } = this;
    let slot = this.base;
    for (let i = this.start; i < end; i++) {
      const entry = entries[i] ?? 0;
      const code = entry >>> gapBits;
      if (code > large) {
        slot += farGap(entry);
        continue;
      }
      const next = slot + (entry & mostGap);
      if (next >= wanted) {
        // From here on for the slots that follow. A far gap that was gone over is in `slot`.
        this.start = i;
        this.base = slot;
        if (next > wanted) return undefined;
        return code === large ? entries[i + 1] : countsOf(code);
      }
      slot = next;
      if (code === large) i++;
    }
    this.start = end;
    this.base = slot;
    return undefined;
  }

  /** Goes to the block that has a slot, unless it stands in it. */
  #seek(wanted: number): void {
    const { directory } = this.#place;
    const isFirst = this.#next === 0;
    if (directory && this.#next < this.#blocks && (isFirst || baseOf(directory, this.#next) < wanted)) {
      this.#goTo(blockOf(directory, wanted, this.#next));
    } else if (isFirst) this.#goTo(0);
  }

  #goTo(block: number): void {
    const { directory, address, used } = this.#place;
    const at = directory ? addressOf(directory, block) : address;
    this.base = directory ? baseOf(directory, block) : 0;
    this.entries = this.#rooms.pageOf(at);
    this.start = startOf(at);
    this.end = this.start + (block === this.#blocks - 1 ? used : BLOCK);
    this.#next = block + 1;
  }

  /** Takes in the blocks that lie directly behind. */
  #extend(directory: BlockDirectory): void {
    const first = this.#next;
    const last = Math.min(this.#blocks, first + MOST_BLOCKS - 1);
    while (this.#next < last && startOf(addressOf(directory, this.#next)) === this.end && this.#isSamePage(directory)) {
      this.end += this.#next === this.#blocks - 1 ? this.#place.used : BLOCK;
      this.#next++;
    }
  }

  #isSamePage(directory: BlockDirectory): boolean {
    return this.#rooms.pageOf(addressOf(directory, this.#next)) === this.entries;
  }
}
