const EMPTY = 0xffffffff;

/** Numbers u32 keys in the order they come, by open addressing: 8 bytes an entry at half load, no objects. */
export class HashIndex {
  #keys = new Uint32Array(1_024);
  #numbers = new Uint32Array(1_024).fill(EMPTY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of a key; undefined when it was never added. */
  find(key: number): number | undefined {
    const number = this.#numbers[this.#place(key)] ?? EMPTY;
    return number === EMPTY ? undefined : number;
  }

  /** The number of a key, a new one when it was never added. */
  findOrAdd(key: number): number {
    const place = this.#place(key);
    const found = this.#numbers[place] ?? EMPTY;
    if (found !== EMPTY) return found;
    const number = this.#size++;
    this.#keys[place] = key;
    this.#numbers[place] = number;
    if (this.#size * 2 > this.#keys.length) this.#grow();
    return number;
  }

  #place(key: number): number {
    const mask = this.#keys.length - 1;
    let place = spread(key) & mask;
    while (this.#numbers[place] !== EMPTY && this.#keys[place] !== key) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const keys = this.#keys;
    const numbers = this.#numbers;
    this.#keys = new Uint32Array(keys.length * 2);
    this.#numbers = new Uint32Array(keys.length * 2).fill(EMPTY);
    for (let i = 0; i < keys.length; i++) {
      const number = numbers[i] ?? EMPTY;
      if (number === EMPTY) continue;
      const place = this.#place(keys[i] ?? 0);
      this.#keys[place] = keys[i] ?? 0;
      this.#numbers[place] = number;
    }
  }
}

function spread(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
}
