/** Slots in a word of a set. */
export const SLOTS_OF_WORD = 32;

/** A set of slots, one bit each. Slots at or beyond `length` are not in it. */
export class Bitmap {
  #words: Uint32Array;
  #length: number;
  /** Number of slots in the set, once it was asked for, until the set changes. */
  #size: number | undefined;

  constructor(length = 0) {
    this.#words = new Uint32Array(wordsFor(length));
    this.#length = length;
  }

  /** All slots below `length`. */
  static full(length: number): Bitmap {
    const bitmap = new Bitmap(length);
    bitmap.#words.fill(0xffffffff);
    if (length % 32 !== 0) bitmap.#words[bitmap.#words.length - 1] = 2 ** (length % 32) - 1;
    return bitmap;
  }

  get length(): number {
    return this.#length;
  }

  /** 32 slots each, the lowest bit first. */
  get words(): Uint32Array {
    return this.#words;
  }

  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** Adds a slot; the set grows up to it. */
  add(slot: number): void {
    this.#size = undefined;
    if (slot >= this.#length) this.#grow(slot + 1);
    const word = slot >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (slot & 31));
  }

  /** Adds the first `length` of these slots, which ascend. */
  addAll(slots: Uint32Array, length: number): void {
    if (length === 0) return;
    // The greatest one first: then there is room for all.
    this.add(slots[length - 1] ?? 0);
    const words = this.#words;
    for (let i = 0; i < length; i++) {
      const slot = slots[i] ?? 0;
      words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
    }
  }

  remove(slot: number): void {
    this.#size = undefined;
    const word = slot >>> 5;
    if (word < this.#words.length) this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (slot & 31));
  }

  /** Number of slots in the set. */
  get size(): number {
    return (this.#size ??= this.count(0, this.#length));
  }

  /** Number of slots in a range of the set that begins with a word. */
  count(from: number, to: number): number {
    let count = 0;
    for (let first = from; first < to; first += 32) {
      const word = this.#words[first >>> 5] ?? 0;
      count += ones(to - first < 32 ? word & (2 ** (to - first) - 1) : word);
    }
    return count;
  }

  /** Calls `visit` for each slot of the set, ascending. */
  forEach(visit: (slot: number) => void): void {
    for (let w = 0; w < this.#words.length; w++) {
      let word = this.#words[w] ?? 0;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        visit(w * 32 + bit);
        word &= word - 1;
      }
    }
  }

  copy(length = this.#length): Bitmap {
    const copied = new Bitmap(length);
    copied.#words.set(this.#words.subarray(0, copied.#words.length));
    return copied;
  }

  /** Keeps what is in `other`, too. */
  intersect(other: Bitmap): this {
    return this.#combine(other, (mine, theirs) => mine & theirs);
  }

  unite(other: Bitmap): this {
    return this.#combine(other, (mine, theirs) => mine | theirs);
  }

  subtract(other: Bitmap): this {
    return this.#combine(other, (mine, theirs) => mine & ~theirs);
  }

  #combine(other: Bitmap, operation: (mine: number, theirs: number) => number): this {
    this.#size = undefined;
    const words = this.#words;
    for (let i = 0; i < words.length; i++) words[i] = operation(words[i] ?? 0, other.#words[i] ?? 0);
    return this;
  }

  #grow(length: number): void {
    this.#length = length;
    if (wordsFor(length) <= this.#words.length) return;
    const grown = new Uint32Array(Math.ceil(wordsFor(length) * 1.25));
    grown.set(this.#words);
    this.#words = grown;
  }
}

function wordsFor(length: number): number {
  return (length + 31) >>> 5;
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
