import type { PointPayload } from '@tributary/contracts';

/** Terms of a chunk, sorted by id without repeats: three parallel arrays. */
export interface TermVector {
  /** |murmur3-32| of the UTF-8 term, seed 0. */
  readonly ids: Uint32Array;
  /** Occurrences in the content, at most 255. */
  readonly body: Uint8Array;
  /** Occurrences in the title path, at most 255. */
  readonly title: Uint8Array;
  /** Tokens of content and title path together: the length of BM25. */
  readonly length: number;
}

/** Words as one text, each a line: how threads hand them on, since a list of short strings costs more to make than to have. No word holds a line break. */
export interface WordLines {
  readonly lines: string;
}

/** What the judge needs of a chunk, made once at ingest. */
export interface PointFeatures {
  readonly terms: TermVector;
  /** Distinct lower-case words as written, unstemmed: the vocabulary of the fuzzy lane and of repair; `wordsOf` and `wordLinesOf` read either form. */
  readonly words: readonly string[] | WordLines;
  /** Vector of the common model (static, 256 dimensions, unit length or zero), by which collections of different models are compared. */
  readonly common: Float32Array;
}

export interface Point {
  /** UUID: MD5 of `payload.original_id`. */
  readonly id: string;
  readonly payload: PointPayload;
  /** Vector of the collection’s own model; absent when embedding this chunk failed for good. The very `common` vector may be passed where the models are one. */
  readonly vector?: Float32Array;
  readonly features: PointFeatures;
}

/** One whole document version. */
export interface DocumentWrite {
  /** Physical name. */
  readonly collection: string;
  readonly docId: string;
  readonly key: string;
  readonly version: number;
  /** Decides between equal versions: the greater wins. */
  readonly hash: string;
  /** All chunks, `chunk_index` 0…n−1; empty for a document without text. */
  readonly points: readonly Point[];
}

export interface DocumentDelete {
  readonly collection: string;
  readonly documents: readonly { readonly docId: string; readonly key: string; readonly version: number }[];
}

/** The newest version of a document an engine knows. */
export interface DocumentFence {
  readonly version: number;
  readonly hash: string;
  readonly deleted: boolean;
}

/** `unchanged`: that version with that hash was there already; `superseded`: a newer one (or a newer delete) was. */
export type WriteOutcome =
  | { readonly outcome: 'written'; readonly points: number }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'superseded'; readonly by: DocumentFence };

/** True when a write of `version` and `hash` may replace what is known. */
export function passesFence(known: DocumentFence | undefined, write: { readonly version: number; readonly hash: string }): boolean {
  if (known === undefined || write.version > known.version) return true;
  return write.version === known.version && !known.deleted && write.hash > known.hash;
}

export function wordsOf({ words }: Pick<PointFeatures, 'words'>): readonly string[] {
  if (!('lines' in words)) return words;
  return words.lines === '' ? [] : words.lines.split('\n');
}

/** The words of a chunk, each a line. */
export function wordLinesOf({ words }: Pick<PointFeatures, 'words'>): string {
  return 'lines' in words ? words.lines : words.join('\n');
}
