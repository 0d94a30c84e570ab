import { BLOCK, BlockCursor, MOST_BLOCKS, readSlots } from './block-cursor.js';
import { BlockDirectories } from './block-directories.js';
import { Rooms, startOf } from './rooms.js';
import { GAP_BITS, LARGE, MOST_GAP, PADDING, codeOf, entriesOf } from './slot-entry.js';

const SMALLEST = 2;

/* What is kept of a list, side by side, so that appending to it finds all in one place: address of the room that takes its next entry · slots · the last slot ·
   entries in the room (8 bits), its size (8 bits), blocks taken that lie behind it (16 bits). */
const RECORD = 4;
const [ADDRESS, LENGTH, LAST, ROOM] = [0, 1, 2, 3];
const [SIZE_SHIFT, TAKEN_SHIFT] = [8, 16];

const usedOf = (room: number) => room & 0xff;
const sizeOf = (room: number) => (room >>> SIZE_SHIFT) & 0xff;
const takenOf = (room: number) => room >>> TAKEN_SHIFT;

/** Many growing lists of slots with two counts beside each. A list of one block has one room, and moves to one of twice the size when it is full; a longer one gets
 *  one block after another, of which none moves again, several side by side when it is long. */
export class SlotLists {
  readonly #rooms = new Rooms((length) => new Uint16Array(length));
  #records = new Uint32Array(0);
  /** Of the lists of more than one block. */
  readonly #directories = new BlockDirectories();
  readonly #directoryOf = new Map<number, number>();

  /** Slots in a list. */
  lengthOf(list: number): number {
    return this.#records[list * RECORD + LENGTH] ?? 0;
  }

  /** Stands before the first block of a list. */
  cursor(list: number): BlockCursor {
    const directory = this.#directoryOf.get(list);
    return new BlockCursor(this.#rooms, {
      address: this.#records[list * RECORD + ADDRESS] ?? 0,
      used: usedOf(this.#records[list * RECORD + ROOM] ?? 0),
      directory: directory === undefined ? undefined : this.#directories.place(directory),
    });
  }

  /** Appends a slot, greater than all before and below 2^31, to a list; lists come into being by their first slot. `counts`: body + 256 × title. */
  append(list: number, slot: number, counts = 1): void {
    const at = list * RECORD;
    if (at + RECORD > this.#records.length) this.#addRecords(at + RECORD);
    const records = this.#records;
    const gap = slot - (records[at + LAST] ?? 0);
    const code = codeOf(counts);
    if (gap > MOST_GAP || code === LARGE) this.#appendAll(list, entriesOf(gap, counts));
    else {
      const room = records[at + ROOM] ?? 0;
      if (usedOf(room) === sizeOf(room)) this.#makeRoom(list, 1);
      this.#write(at, gap | (code << GAP_BITS));
    }
    records[at + LAST] = slot;
    records[at + LENGTH] = (records[at + LENGTH] ?? 0) + 1;
  }

  forEach(list: number, visit: (slot: number) => void): void {
    for (const cursor = this.cursor(list); cursor.next();) {
      const length = cursor.read();
      for (let i = 0; i < length; i++) visit(readSlots[i] ?? 0);
    }
  }

  #addRecords(needed: number): void {
    const records = new Uint32Array(Math.max(16 * RECORD, Math.ceil(needed * 1.25)));
    records.set(this.#records);
    this.#records = records;
  }

  /** Appends the entries of one slot, all to one block. */
  #appendAll(list: number, entries: readonly number[]): void {
    const room = this.#records[list * RECORD + ROOM] ?? 0;
    if (usedOf(room) + entries.length > sizeOf(room)) this.#makeRoom(list, entries.length);
    for (const entry of entries) this.#write(list * RECORD, entry);
  }

  #write(at: number, entry: number): void {
    const records = this.#records;
    const address = records[at + ADDRESS] ?? 0;
    const room = records[at + ROOM] ?? 0;
    this.#rooms.pageOf(address)[startOf(address) + usedOf(room)] = entry;
    records[at + ROOM] = room + 1;
  }

  /** Makes room for entries behind those of a list. */
  #makeRoom(list: number, entries: number): void {
    const room = this.#records[list * RECORD + ROOM] ?? 0;
    if (sizeOf(room) === BLOCK) this.#addBlock(list);
    else this.#move(list * RECORD, usedOf(room) + entries);
  }

  #move(at: number, needed: number): void {
    const records = this.#records;
    const room = records[at + ROOM] ?? 0;
    const old = records[at + ADDRESS] ?? 0;
    let size = Math.max(SMALLEST, sizeOf(room) * 2);
    while (size < needed) size *= 2;
    const address = this.#rooms.take(size);
    const [from, to] = [this.#rooms.pageOf(old), this.#rooms.pageOf(address)];
    // Most lists are short: for them a loop is quicker than a call into the engine.
    for (let i = 0; i < usedOf(room); i++) to[startOf(address) + i] = from[startOf(old) + i] ?? 0;
    if (sizeOf(room) > 0) this.#rooms.giveBack(old, sizeOf(room));
    records[at + ADDRESS] = address;
    records[at + ROOM] = usedOf(room) | (size << SIZE_SHIFT);
  }

  #addBlock(list: number): void {
    const at = list * RECORD;
    const records = this.#records;
    const room = records[at + ROOM] ?? 0;
    // Where what comes next does not fit in as a whole.
    for (let left = BLOCK - usedOf(room); left > 0; left--) this.#write(at, PADDING);
    const last = records[at + ADDRESS] ?? 0;
    const directory = this.#directoryOf.get(list) ?? this.#addDirectory(list, last);
    const taken = takenOf(room) > 0 ? takenOf(room) : blocksToTake(this.#directories.place(directory).blocks);
    const address = takenOf(room) > 0 ? last + BLOCK : this.#rooms.take(taken * BLOCK);
    this.#directories.push(directory, records[at + LAST] ?? 0, address);
    records[at + ADDRESS] = address;
    records[at + ROOM] = (BLOCK << SIZE_SHIFT) | ((taken - 1) << TAKEN_SHIFT);
  }

  #addDirectory(list: number, firstBlock: number): number {
    const directory = this.#directories.add();
    this.#directoryOf.set(list, directory);
    this.#directories.push(directory, 0, firstBlock);
    return directory;
  }
}

/** An eighth of those a list has: the processor reads quickly what lies side by side, and what is not yet used is wasted. */
function blocksToTake(blocks: number): number {
  return Math.min(MOST_BLOCKS, Math.max(1, blocks >>> 3));
}
