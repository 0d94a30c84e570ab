import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const KEY_BYTES = 16;

/** Vectors by the text they were made of, kept in one file: what a slow model has embedded once is embedded for every later evaluation. */
export class VectorFile {
  readonly #path: string;
  readonly #vectors = new Map<string, Buffer>();

  /** @param dimension numbers of a vector; a file of another dimension is not understood */
  constructor(path: string, dimension: number) {
    this.#path = path;
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const record = KEY_BYTES + dimension * Float32Array.BYTES_PER_ELEMENT;
    // A record that was cut by a kill is left out; the next one is then misread, so the file ends there.
    for (let from = 0; from + record <= bytes.length; from += record)
      this.#vectors.set(bytes.toString('latin1', from, from + KEY_BYTES), bytes.subarray(from + KEY_BYTES, from + record));
  }

  get size(): number {
    return this.#vectors.size;
  }

  /** Little-endian 32-bit floats. */
  get(text: string): Buffer | undefined {
    return this.#vectors.get(keyOf(text));
  }

  add(texts: readonly string[], vectors: readonly Float32Array[]): void {
    const records = texts.map((text, at) => {
      const { buffer, byteOffset, byteLength } = vectors[at] ?? new Float32Array();
      const vector = Buffer.from(buffer, byteOffset, byteLength);
      this.#vectors.set(keyOf(text), vector);
      return Buffer.concat([Buffer.from(keyOf(text), 'latin1'), vector]);
    });
    appendFileSync(this.#path, Buffer.concat(records));
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest().toString('latin1', 0, KEY_BYTES);
}
