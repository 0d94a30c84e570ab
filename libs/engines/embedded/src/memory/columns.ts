/** Room for at least `needed` elements, a quarter more than that when it has to grow. */
function grownLength(length: number, needed: number): number {
  return needed <= length ? length : Math.max(64, Math.ceil(needed * 1.25));
}

/** A list of u32 in one typed array that grows. */
export class Uint32Column {
  #values = new Uint32Array(0);
  length = 0;

  /** The array behind it: longer than `length`, and another one after it has grown. */
  get values(): Uint32Array {
    return this.#values;
  }

  /** The elements, without the room behind them. */
  get elements(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  push(value: number): void {
    this.#makeRoom(this.length + 1);
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return index < this.length ? (this.#values[index] ?? 0) : 0;
  }

  /** Sets an element; the list grows up to it, with zeros between. */
  set(index: number, value: number): void {
    this.#makeRoom(index + 1);
    if (index >= this.length) this.length = index + 1;
    this.#values[index] = value;
  }

  add(index: number, difference: number): void {
    if (index >= this.length) this.set(index, difference);
    else this.#values[index] = (this.#values[index] ?? 0) + difference;
  }

  /** Makes room for so many elements at once: growing step by step leaves the memory of each step behind. */
  reserve(length: number): void {
    if (length > this.#values.length) this.#growTo(length);
  }

  #makeRoom(needed: number): void {
    if (needed > this.#values.length) this.#growTo(grownLength(this.#values.length, needed));
  }

  #growTo(length: number): void {
    const grown = new Uint32Array(length);
    grown.set(this.#values);
    this.#values = grown;
  }
}

/** A list of f64 in one typed array that grows. */
export class Float64Column {
  #values = new Float64Array(0);

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    const length = grownLength(this.#values.length, index + 1);
    if (length !== this.#values.length) {
      const grown = new Float64Array(length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[index] = value;
  }
}
