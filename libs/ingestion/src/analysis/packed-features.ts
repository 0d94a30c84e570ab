import { wordLinesOf, type PointFeatures } from '@tributary/engines-port/points';

/** Terms and words of one chunk. */
export type ChunkFeatures = Pick<PointFeatures, 'terms' | 'words'>;

/** The features of many chunks in one buffer and one text each, which are cheap to send to another thread. */
export interface PackedFeatures {
  /** u32 number of terms and u32 length of each chunk · then the ids (u32) of all chunks · then, chunk by chunk, its body and its title counts (u8) */
  readonly numbers: ArrayBuffer;
  /** Words of each chunk as lines; a word has no line break in it. */
  readonly words: readonly string[];
}

export function packFeatures(features: readonly ChunkFeatures[]): PackedFeatures {
  const total = features.reduce((sum, { terms }) => sum + terms.ids.length, 0);
  const numbers = new ArrayBuffer(features.length * 8 + total * 6);
  const header = new Uint32Array(numbers, 0, features.length * 2);
  const ids = new Uint32Array(numbers, header.byteLength, total);
  const counts = new Uint8Array(numbers, header.byteLength + ids.byteLength);
  let at = 0;
  features.forEach(({ terms }, i) => {
    header.set([terms.ids.length, terms.length], i * 2);
    ids.set(terms.ids, at);
    counts.set(terms.body, at * 2);
    counts.set(terms.title, at * 2 + terms.ids.length);
    at += terms.ids.length;
  });
  return { numbers, words: features.map(wordLinesOf) };
}

/** What `packFeatures` was given; the arrays are views of its buffer, and the words stay lines: a list of them would be as many strings. */
export function unpackFeatures({ numbers, words }: PackedFeatures): readonly ChunkFeatures[] {
  const header = new Uint32Array(numbers, 0, words.length * 2);
  const total = (numbers.byteLength - header.byteLength) / 6;
  const countsAt = header.byteLength + total * 4;
  let at = 0;
  return words.map((lines, i) => {
    const [count = 0, length = 0] = header.subarray(i * 2, i * 2 + 2);
    const ids = new Uint32Array(numbers, header.byteLength + at * 4, count);
    const body = new Uint8Array(numbers, countsAt + at * 2, count);
    const title = new Uint8Array(numbers, countsAt + at * 2 + count, count);
    at += count;
    return { terms: { ids, body, title, length }, words: { lines } };
  });
}
