const PAGE_BITS = 17;
/** Addresses of a page. A larger room has a page of its own. */
const PAGE = 1 << PAGE_BITS;
/** Elements of the first page; those that follow are twice as large until they are whole, so that a small collection takes little. */
const FIRST_PAGE = 1 << 11;

/** Hands out rooms in large arrays that never move. A room is known by its address; one given back is handed out again to who wants the same size. */
export class Rooms<Elements extends Uint16Array | Uint32Array> {
  readonly #make: (length: number) => Elements;
  readonly #none: Elements;
  readonly #pages: Elements[] = [];
  /** Addresses of free rooms by size. */
  readonly #free = new Map<number, number[]>();
  /** Addresses of the page that is being filled: what is left of it. */
  #next = 0;
  #end = 0;

  constructor(make: (length: number) => Elements) {
    this.#make = make;
    this.#none = make(0);
  }

  /** The array a room lies in, from `startOf` its address on. */
  pageOf(address: number): Elements {
    return this.#pages[address >>> PAGE_BITS] ?? this.#none;
  }

  /** @returns the address of a room, whose elements are whatever they were */
  take(size: number): number {
    if (size > PAGE) return this.#addPage(size);
    return this.#free.get(size)?.pop() ?? this.#carve(size);
  }

  giveBack(address: number, size: number): void {
    // A page of its own goes as a whole.
    if (size > PAGE) this.#pages[address >>> PAGE_BITS] = this.#none;
    else if (!this.#free.get(size)?.push(address)) this.#free.set(size, [address]);
  }

  #carve(size: number): number {
    if (this.#next + size > this.#end) {
      const length = Math.min(PAGE, Math.max(size, FIRST_PAGE * 2 ** this.#pages.length));
      this.#next = this.#addPage(length);
      this.#end = this.#next + length;
    }
    this.#next += size;
    return this.#next - size;
  }

  #addPage(size: number): number {
    return (this.#pages.push(this.#make(size)) - 1) * PAGE;
  }
}

/** Where in its page a room begins. */
export function startOf(address: number): number {
  return address & (PAGE - 1);
}
