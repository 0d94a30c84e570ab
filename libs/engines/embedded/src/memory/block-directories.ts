import { Uint32Column } from './columns.js';
import { Rooms, startOf } from './rooms.js';

/** Numbers kept of a block: the slot its first gap counts from, and its address. */
const NUMBERS = 2;
const FEWEST_BLOCKS = 2;

/** Where the blocks of a long list are: pairs of base and address, the first at `start`, until the directory grows. */
export interface BlockDirectory {
  readonly pairs: Uint32Array;
  readonly start: number;
  readonly blocks: number;
}

/** Many growing directories of blocks. One that is full moves to a room of twice the size: all of them are few hundredths of what they lead to. */
export class BlockDirectories {
  readonly #rooms = new Rooms((length) => new Uint32Array(length));
  readonly #addresses = new Uint32Column();
  /** Blocks in each, and for how many there is room. */
  readonly #lengths = new Uint32Column();
  readonly #capacities = new Uint32Column();

  /** @returns the number of a new directory */
  add(): number {
    this.#addresses.push(this.#rooms.take(FEWEST_BLOCKS * NUMBERS));
    this.#lengths.push(0);
    this.#capacities.push(FEWEST_BLOCKS);
    return this.#addresses.length - 1;
  }

  place(directory: number): BlockDirectory {
    const address = this.#addresses.at(directory);
    return { pairs: this.#rooms.pageOf(address), start: startOf(address), blocks: this.#lengths.at(directory) };
  }

  /** Enters the next block. */
  push(directory: number, base: number, address: number): void {
    if (this.#lengths.at(directory) === this.#capacities.at(directory)) this.#grow(directory);
    const { pairs, start, blocks } = this.place(directory);
    pairs[start + blocks * NUMBERS] = base;
    pairs[start + blocks * NUMBERS + 1] = address;
    this.#lengths.add(directory, 1);
  }

  #grow(directory: number): void {
    const { pairs, start, blocks } = this.place(directory);
    const address = this.#rooms.take(blocks * NUMBERS * 2);
    this.#rooms.pageOf(address).set(pairs.subarray(start, start + blocks * NUMBERS), startOf(address));
    this.#rooms.giveBack(this.#addresses.at(directory), blocks * NUMBERS);
    this.#addresses.set(directory, address);
    this.#capacities.set(directory, blocks * 2);
  }
}

/** The slot from which the first gap of a block counts: the last one of the block before. */
export function baseOf({ pairs, start }: BlockDirectory, block: number): number {
  return pairs[start + block * NUMBERS] ?? 0;
}

export function addressOf({ pairs, start }: BlockDirectory, block: number): number {
  return pairs[start + block * NUMBERS + 1] ?? 0;
}

/** The last block whose base lies below a slot: where the slot is if it is anywhere; `from` where there is none. @param from the first block that is looked at */
export function blockOf(directory: BlockDirectory, slot: number, from: number): number {
  let low = from + 1;
  let high = directory.blocks;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (baseOf(directory, middle) < slot) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
