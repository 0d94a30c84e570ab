import type { TermVector } from '@tributary/engines-port';
import { quantise, type QuantisedVector } from '../vectors/quantise.js';
import { decodeAscending } from './varint.js';

/* A lane row, little endian:
     0 id (16 bytes) · 16 document · 20 length in tokens · 24 scale (f32) · 28 error (f32) · 32 has a vector (u8) · 34 terms (u16)
    36 vector (dimension × i8) · terms × u32 ids · terms × u8 body · terms × u8 title · words (ascending, varint) */
const HEADER = 36;

export interface LaneRow {
  readonly id: Uint8Array;
  /** Number of the document in its collection. */
  readonly document: number;
  readonly vector: Float32Array | undefined;
  readonly terms: TermVector;
  /** Words as `encodeAscending` writes them. */
  readonly words: Uint8Array;
}

export function encodeLaneRow({ id, document, vector, terms, words }: LaneRow): Uint8Array {
  const count = terms.ids.length;
  const dimension = vector?.length ?? 0;
  const bytes = new Uint8Array(HEADER + dimension + count * 6 + words.length);
  const view = new DataView(bytes.buffer);
  bytes.set(id, 0);
  view.setUint32(16, document, true);
  view.setUint32(20, terms.length, true);
  view.setUint16(34, count, true);
  if (vector) {
    const { scale, error } = quantise(vector, new Int8Array(bytes.buffer, HEADER, dimension));
    view.setFloat32(24, scale, true);
    view.setFloat32(28, error, true);
    view.setUint8(32, 1);
  }
  const ids = HEADER + dimension;
  // As bytes at once: the processors Node runs on are little endian.
  bytes.set(new Uint8Array(terms.ids.buffer, terms.ids.byteOffset, terms.ids.byteLength), ids);
  const at = ids + count * 4;
  bytes.set(terms.body, at);
  bytes.set(terms.title, at + count);
  bytes.set(words, at + 2 * count);
  return bytes;
}

/** Reads one lane row after another without copying it. */
export class LaneRowReader {
  #bytes: Uint8Array = new Uint8Array(HEADER);
  #view: DataView = new DataView(this.#bytes.buffer);
  readonly #dimension: number;

  constructor(dimension: number) {
    this.#dimension = dimension;
  }

  read(bytes: Uint8Array): this {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return this;
  }

  get id(): DataView {
    return this.#view;
  }

  get document(): number {
    return this.#view.getUint32(16, true);
  }

  get length(): number {
    return this.#view.getUint32(20, true);
  }

  get vector(): QuantisedVector | undefined {
    if (!this.#hasVector) return undefined;
    const elements = new Int8Array(this.#bytes.buffer, this.#bytes.byteOffset + HEADER, this.#dimension);
    return { elements, scale: this.#view.getFloat32(24, true), error: this.#view.getFloat32(28, true) };
  }

  /** Calls `visit` with the id and the occurrences in content and title of each term, in order of id. */
  forEachTerm(visit: (id: number, body: number, title: number) => void): void {
    const count = this.#termCount;
    const ids = this.#termsAt;
    const body = ids + count * 4;
    for (let i = 0; i < count; i++) {
      visit(this.#view.getUint32(ids + i * 4, true), this.#bytes[body + i] ?? 0, this.#bytes[body + count + i] ?? 0);
    }
  }

  forEachWord(visit: (word: number) => void): void {
    decodeAscending(this.#bytes, this.#wordsAt, visit);
  }

  get wordBytes(): Uint8Array {
    return this.#bytes.subarray(this.#wordsAt);
  }

  get terms(): TermVector {
    const count = this.#termCount;
    const ids = new Uint32Array(count);
    const body = new Uint8Array(count);
    const title = new Uint8Array(count);
    let i = 0;
    this.forEachTerm((id, inBody, inTitle) => {
      ids[i] = id;
      body[i] = inBody;
      title[i++] = inTitle;
    });
    return { ids, body, title, length: this.length };
  }

  get #hasVector(): boolean {
    return this.#view.getUint8(32) === 1;
  }

  get #termCount(): number {
    return this.#view.getUint16(34, true);
  }

  get #termsAt(): number {
    return HEADER + (this.#hasVector ? this.#dimension : 0);
  }

  get #wordsAt(): number {
    return this.#termsAt + this.#termCount * 6;
  }
}
