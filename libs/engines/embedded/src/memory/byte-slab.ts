/** Bytes of a slab: those of some dozen searches. */
const SLAB = 2 ** 16;

/** Hands out small arrays of zeros from large ones: an array of more than 64 bytes has memory of its own, which costs microseconds, and a search of sixteen collections wants
 *  dozens. A slab goes when nobody has a part of it any more. */
export class ByteSlab {
  #slab = new Uint8Array(0);
  #next = 0;

  /** Bytes that nobody else has. */
  take(bytes: number): Uint8Array {
    if (bytes > SLAB / 16) return new Uint8Array(bytes);
    if (this.#next + bytes > this.#slab.length) {
      this.#slab = new Uint8Array(SLAB);
      this.#next = 0;
    }
    this.#next += bytes;
    return this.#slab.subarray(this.#next - bytes, this.#next);
  }
}
