import { SKETCH_SIZE, resemblance } from './sketch.js';

/** Values of one band: texts that share a band are compared. */
const BAND = 4;
const BANDS = SKETCH_SIZE / BAND;
/** Share of common shingles from which texts are near duplicates, as among the hits of a search. */
const LEAST_RESEMBLANCE = 0.9;

interface Sketched {
  readonly key: string;
  readonly sketch: Uint16Array;
}

/** Finds the document a new one nearly equals. Holds at most so many documents, about 1.4 KB each; the oldest makes room for the newest. */
export class NearDuplicates {
  readonly #most: number;
  /** In the order they were put. */
  readonly #documents = new Map<string, Sketched>();
  readonly #bands = new Map<number, Sketched[]>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** Puts a document in place of an earlier version of it. @returns the key of the one it nearly equals */
  put(key: string, sketch: Uint16Array): string | undefined {
    this.remove(key);
    const near = this.#nearest(sketch);
    const document = { key, sketch };
    this.#documents.set(key, document);
    for (const band of bandsOf(sketch)) {
      const present = this.#bands.get(band);
      if (present === undefined) this.#bands.set(band, [document]);
      // Copies of one text are found by the first few of them.
      else if (present.length < BANDS) present.push(document);
    }
    const oldest = this.#documents.size > this.#most ? this.#documents.keys().next() : undefined;
    if (oldest?.done === false) this.remove(oldest.value);
    return near;
  }

  remove(key: string): void {
    const document = this.#documents.get(key);
    if (document === undefined) return;
    this.#documents.delete(key);
    for (const band of bandsOf(document.sketch)) {
      const others = (this.#bands.get(band) ?? []).filter((one) => one !== document);
      if (others.length === 0) this.#bands.delete(band);
      else this.#bands.set(band, others);
    }
  }

  #nearest(sketch: Uint16Array): string | undefined {
    let near: string | undefined;
    let best = LEAST_RESEMBLANCE;
    for (const band of bandsOf(sketch)) {
      for (const candidate of this.#bands.get(band) ?? []) {
        const alike = resemblance(sketch, candidate.sketch);
        if (alike < best || candidate.key === near) continue;
        if (alike === best && near !== undefined) continue;
        near = candidate.key;
        best = alike;
      }
    }
    return near;
  }
}

/** One number for each band and its values. */
function bandsOf(sketch: Uint16Array): readonly number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = band + 1;
    for (let at = band * BAND; at < (band + 1) * BAND; at++) hash = Math.imul(hash ^ (sketch[at] ?? 0), 0x01000193) + 0x9e3779b9;
    return hash >>> 0;
  });
}
