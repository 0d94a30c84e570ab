import { MIB } from '@tributary/kernel';

const DEFAULT_BYTES = 32 * MIB;

/** Vectors by a key, as many as fit into a number of bytes; what was used longest ago is forgotten first. */
export class VectorCache {
  readonly #vectors = new Map<string, Float32Array>();
  readonly #bytes: number;
  #held = 0;

  constructor(bytes = DEFAULT_BYTES) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#vectors.size;
  }

  get(key: string): Float32Array | undefined {
    const vector = this.#vectors.get(key);
    if (vector === undefined) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector;
  }

  set(key: string, vector: Float32Array): void {
    this.#forget(key);
    this.#vectors.set(key, vector);
    this.#held += vector.byteLength;
    for (const oldest of this.#vectors.keys()) {
      if (this.#held <= this.#bytes) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#vectors.clear();
    this.#held = 0;
  }

  #forget(key: string): void {
    this.#held -= this.#vectors.get(key)?.byteLength ?? 0;
    this.#vectors.delete(key);
  }
}
