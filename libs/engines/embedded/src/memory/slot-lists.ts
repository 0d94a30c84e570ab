import { Uint32Column } from './columns.js';

const SMALLEST = 2;
/** Entries of a page. A longer list has a page of its own. */
const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;

/** Room for many lists: pages never move, so growing copies no more than the list that grows. */
interface Page {
  readonly slots: Uint32Array;
  readonly body: Uint8Array;
  readonly title: Uint8Array;
}

/** Where a list stands: entries `start` to `start + length` of the arrays, which are valid until the list grows. */
export interface ListPlace extends Page {
  readonly start: number;
  readonly length: number;
}

/** Entry of a slot in the arrays of a list; undefined when the list does not have it. */
export function findSlot({ slots, start, length }: ListPlace, slot: number): number | undefined {
  let low = start;
  let high = start + length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return low < start + length && slots[low] === slot ? low : undefined;
}

const NO_PAGE: Page = { slots: new Uint32Array(0), body: new Uint8Array(0), title: new Uint8Array(0) };

/** Many growing lists of slots, with two counts beside each slot where they are asked for. A list doubles its room when it is full and leaves the old room to others. */
export class SlotLists {
  readonly #pages: Page[] = [];
  readonly #withCounts: boolean;
  /** Entry at which each list starts: number of the page × 2^16 + place in it. */
  readonly #starts = new Uint32Column();
  readonly #lengths = new Uint32Column();
  readonly #capacities = new Uint32Column();
  /** Starts of free rooms by capacity. */
  readonly #free = new Map<number, number[]>();
  /** Next free entry of the page that is being filled. */
  #next = 0;

  constructor({ withCounts }: { readonly withCounts: boolean }) {
    this.#withCounts = withCounts;
  }

  place(list: number): ListPlace {
    const start = this.#starts.at(list);
    const { slots, body, title } = this.#pages[start >>> PAGE_BITS] ?? NO_PAGE;
    return { slots, body, title, start: start & (PAGE - 1), length: this.#lengths.at(list) };
  }

  /** Appends a slot, greater than all before, to a list; lists come into being by their first slot. `counts`: body + 256 × title. */
  append(list: number, slot: number, counts = 0): void {
    const length = this.#lengths.at(list);
    if (length === this.#capacities.at(list)) this.#move(list, length);
    const start = this.#starts.at(list);
    const page = this.#pages[start >>> PAGE_BITS] ?? NO_PAGE;
    const at = (start & (PAGE - 1)) + length;
    page.slots[at] = slot;
    if (this.#withCounts) {
      page.body[at] = counts;
      page.title[at] = counts >>> 8;
    }
    this.#lengths.set(list, length + 1);
  }

  forEach(list: number, visit: (slot: number) => void): void {
    const { slots, start, length } = this.place(list);
    for (let i = start; i < start + length; i++) visit(slots[i] ?? 0);
  }

  #move(list: number, length: number): void {
    const capacity = Math.max(SMALLEST, this.#capacities.at(list) * 2);
    const old = this.place(list);
    const start = this.#free.get(capacity)?.pop() ?? this.#allocate(capacity);
    this.#copy(old, this.#pages[start >>> PAGE_BITS] ?? NO_PAGE, start & (PAGE - 1));
    if (length > 0) this.#release(this.#starts.at(list), length);
    this.#starts.set(list, start);
    this.#capacities.set(list, capacity);
  }

  #copy({ slots, body, title, start, length }: ListPlace, to: Page, at: number): void {
    // Most lists are short: for them a loop is quicker than a call into the engine.
    for (let i = 0; i < length; i++) {
      to.slots[at + i] = slots[start + i] ?? 0;
      if (!this.#withCounts) continue;
      to.body[at + i] = body[start + i] ?? 0;
      to.title[at + i] = title[start + i] ?? 0;
    }
  }

  #release(start: number, capacity: number): void {
    // A page of its own is given back as a whole.
    if (capacity > PAGE) this.#pages[start >>> PAGE_BITS] = NO_PAGE;
    else if (!this.#free.get(capacity)?.push(start)) this.#free.set(capacity, [start]);
  }

  #allocate(capacity: number): number {
    if (capacity > PAGE) return this.#addPage(capacity) << PAGE_BITS;
    const isFull = this.#next % PAGE === 0 || (this.#next % PAGE) + capacity > PAGE;
    if (isFull) this.#next = this.#addPage(PAGE) * PAGE;
    const start = this.#next;
    this.#next += capacity;
    return start;
  }

  #addPage(entries: number): number {
    const counts = this.#withCounts ? entries : 0;
    return this.#pages.push({ slots: new Uint32Array(entries), body: new Uint8Array(counts), title: new Uint8Array(counts) }) - 1;
  }
}
