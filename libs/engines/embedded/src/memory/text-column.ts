import { Uint32Column } from './columns.js';

const decoder = new TextDecoder('utf-16');

/** Short texts one behind the other in one array of UTF-16 units: no string object each. */
export class TextColumn {
  #units = new Uint16Array(1_024);
  readonly #ends = new Uint32Column();

  get length(): number {
    return this.#ends.length;
  }

  /** @returns the number of the text */
  push(text: string): number {
    const start = this.#ends.at(this.length - 1);
    const end = start + text.length;
    if (end > this.#units.length) {
      const grown = new Uint16Array(Math.ceil(end * 1.25));
      grown.set(this.#units);
      this.#units = grown;
    }
    for (let i = 0; i < text.length; i++) this.#units[start + i] = text.charCodeAt(i);
    this.#ends.push(end);
    return this.length - 1;
  }

  at(number: number): string {
    return decoder.decode(this.#units.subarray(this.#ends.at(number - 1), this.#ends.at(number)));
  }
}
