import { Uint32Column } from './columns.js';

const SMALLEST = 2;

/** Where a list stands in the arrays of its arena. */
export interface ListPlace {
  readonly start: number;
  readonly length: number;
}

/** Many growing lists of slots in one array, with two counts beside each slot where they are asked for. A list doubles its room when it is full and leaves the old room to others. */
export class SlotLists {
  #slots = new Uint32Array(0);
  #body = new Uint8Array(0);
  #title = new Uint8Array(0);
  #used = 0;
  readonly #withCounts: boolean;
  readonly #starts = new Uint32Column();
  readonly #lengths = new Uint32Column();
  readonly #capacities = new Uint32Column();
  /** Starts of free rooms by capacity. */
  readonly #free = new Map<number, number[]>();

  constructor({ withCounts }: { readonly withCounts: boolean }) {
    this.#withCounts = withCounts;
  }

  /** The arrays in which lists stand; others after something was appended. */
  get arrays(): { readonly slots: Uint32Array; readonly body: Uint8Array; readonly title: Uint8Array } {
    return { slots: this.#slots, body: this.#body, title: this.#title };
  }

  place(list: number): ListPlace {
    return { start: this.#starts.at(list), length: this.#lengths.at(list) };
  }

  /** Appends a slot, greater than all before, to a list; lists come into being by their first slot. */
  append(list: number, slot: number): void {
    const length = this.#lengths.at(list);
    if (length === this.#capacities.at(list)) this.#move(list, length);
    this.#slots[this.#starts.at(list) + length] = slot;
    this.#lengths.set(list, length + 1);
  }

  /** `append` with the two counts. */
  appendCounted(list: number, slot: number, counts: { readonly body: number; readonly title: number }): void {
    this.append(list, slot);
    const at = this.#starts.at(list) + this.#lengths.at(list) - 1;
    this.#body[at] = counts.body;
    this.#title[at] = counts.title;
  }

  forEach(list: number, visit: (slot: number) => void): void {
    const { start, length } = this.place(list);
    for (let i = start; i < start + length; i++) visit(this.#slots[i] ?? 0);
  }

  /** Where a slot stands in the arrays; undefined when the list does not have it. */
  find(list: number, slot: number): number | undefined {
    const { start, length } = this.place(list);
    let low = start;
    let high = start + length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#slots[middle] ?? 0) < slot) low = middle + 1;
      else high = middle;
    }
    return low < start + length && this.#slots[low] === slot ? low : undefined;
  }

  #move(list: number, length: number): void {
    const capacity = Math.max(SMALLEST, this.#capacities.at(list) * 2);
    const from = this.#starts.at(list);
    const to = this.#free.get(capacity)?.pop() ?? this.#allocate(capacity);
    this.#slots.copyWithin(to, from, from + length);
    if (this.#withCounts) {
      this.#body.copyWithin(to, from, from + length);
      this.#title.copyWithin(to, from, from + length);
    }
    if (length > 0) this.#release(from, length);
    this.#starts.set(list, to);
    this.#capacities.set(list, capacity);
  }

  #release(start: number, capacity: number): void {
    const rooms = this.#free.get(capacity);
    if (rooms) rooms.push(start);
    else this.#free.set(capacity, [start]);
  }

  #allocate(capacity: number): number {
    const start = this.#used;
    this.#used += capacity;
    if (this.#used > this.#slots.length) this.#grow(Math.max(4_096, Math.ceil(this.#used * 1.25)));
    return start;
  }

  #grow(length: number): void {
    const slots = new Uint32Array(length);
    slots.set(this.#slots);
    this.#slots = slots;
    if (!this.#withCounts) return;
    const body = new Uint8Array(length);
    body.set(this.#body);
    this.#body = body;
    const title = new Uint8Array(length);
    title.set(this.#title);
    this.#title = title;
  }
}
