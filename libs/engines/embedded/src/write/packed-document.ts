import { wordLinesOf, type DocumentWrite, type Point, type TermVector } from '@tributary/engines-port/points';

/* The numbers of a point, little endian: u32 dimension of its own vector (0: none) · u32 dimension of the common one (0: the same as its own) ·
   u32 terms · u32 length in tokens · own × f32 · common × f32 · terms × u32 ids · terms × u8 body · terms × u8 title · up to a multiple of 4 */
const HEADER_WORDS = 4;

/** A document version in few, large pieces: what goes to another thread costs little more than its bytes. */
export interface PackedDocument extends Omit<DocumentWrite, 'points'> {
  /** Per point: id, payload as JSON without content, content, words as lines. */
  readonly texts: readonly string[];
  readonly numbers: ArrayBuffer;
}

/** One point of a packed document; its arrays are views. */
export interface PackedPoint {
  readonly id: string;
  readonly payload: string;
  readonly content: string;
  /** Words as lines. */
  readonly words: string;
  readonly vector: Float32Array | undefined;
  /** Undefined where it is the point’s own vector. */
  readonly common: Float32Array | undefined;
  readonly terms: TermVector;
}

export function packDocument({ points, ...document }: DocumentWrite): PackedDocument {
  const numbers = new ArrayBuffer(points.reduce((sum, point) => sum + bytesOf(point), 0));
  const packer = new Packer(numbers);
  const texts: string[] = [];
  for (const { id, payload, vector, features } of points) {
    const { content, ...rest } = payload;
    texts.push(id, JSON.stringify(rest), content, wordLinesOf(features));
    packer.add(vector, isSame(vector, features.common) ? undefined : features.common, features.terms);
  }
  return { ...document, texts, numbers };
}

/** Where the numbers of one point stand, in bytes. */
interface Place {
  /** Lengths of its own vector, of the common one, and of its terms. */
  readonly own: number;
  readonly common: number;
  readonly count: number;
  /** In tokens. */
  readonly length: number;
  readonly vectorAt: number;
  readonly idsAt: number;
  readonly next: number;
}

function placeAt(numbers: ArrayBuffer, at: number): Place {
  const [own = 0, common = 0, count = 0, length = 0] = new Uint32Array(numbers, at, HEADER_WORDS);
  const vectorAt = at + HEADER_WORDS * 4;
  const idsAt = vectorAt + (own + common) * 4;
  return { own, common, count, length, vectorAt, idsAt, next: padded(idsAt + count * 6) };
}

/** Lengths of the points' own vectors, without those that have none. */
export function* dimensionsOf({ texts, numbers }: Pick<PackedDocument, 'texts' | 'numbers'>): Generator<number> {
  for (let point = 0, at = 0; point < texts.length / 4; point++) {
    const { own, next } = placeAt(numbers, at);
    if (own > 0) yield own;
    at = next;
  }
}

/** The points of a packed document, in order. */
export function* pointsOf({ texts, numbers }: Pick<PackedDocument, 'texts' | 'numbers'>): Generator<PackedPoint> {
  for (let text = 0, at = 0; text < texts.length; text += 4) {
    const { own, common, count, length, vectorAt, idsAt, next } = placeAt(numbers, at);
    const bodyAt = idsAt + count * 4;
    at = next;
    yield {
      id: texts[text] ?? '',
      payload: texts[text + 1] ?? '',
      content: texts[text + 2] ?? '',
      words: texts[text + 3] ?? '',
      vector: own === 0 ? undefined : new Float32Array(numbers, vectorAt, own),
      common: common === 0 ? undefined : new Float32Array(numbers, vectorAt + own * 4, common),
      terms: {
        ids: new Uint32Array(numbers, idsAt, count),
        body: new Uint8Array(numbers, bodyAt, count),
        title: new Uint8Array(numbers, bodyAt + count, count),
        length,
      },
    };
  }
}

export function pointCount({ texts }: Pick<PackedDocument, 'texts'>): number {
  return texts.length / 4;
}

/** Writes the numbers of one point after another. */
class Packer {
  readonly #numbers: ArrayBuffer;
  #at = 0;

  constructor(numbers: ArrayBuffer) {
    this.#numbers = numbers;
  }

  add(own: Float32Array | undefined, common: Float32Array | undefined, { ids, body, title, length }: TermVector): void {
    new Uint32Array(this.#numbers, this.#at, HEADER_WORDS).set([own?.length ?? 0, common?.length ?? 0, ids.length, length]);
    this.#at += HEADER_WORDS * 4;
    for (const vector of [own, common]) if (vector) this.#put(new Float32Array(this.#numbers, this.#at, vector.length), vector);
    this.#put(new Uint32Array(this.#numbers, this.#at, ids.length), ids);
    this.#put(new Uint8Array(this.#numbers, this.#at, body.length), body);
    this.#put(new Uint8Array(this.#numbers, this.#at, title.length), title);
    this.#at = padded(this.#at);
  }

  #put<T extends { readonly byteLength: number; set(from: T): void }>(place: T, values: T): void {
    place.set(values);
    this.#at += place.byteLength;
  }
}

function bytesOf({ vector, features: { common, terms } }: Point): number {
  const vectors = (vector?.length ?? 0) + (isSame(vector, common) ? 0 : common.length);
  return padded((HEADER_WORDS + vectors + terms.ids.length) * 4 + terms.ids.length * 2);
}

function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}

function isSame(own: Float32Array | undefined, common: Float32Array): boolean {
  return own === common || (own?.length === common.length && own.every((x, i) => x === common[i]));
}
