import { fold, normalise } from '../analysis/fold.js';
import { dot } from '../similarity/dot.js';

/** Shorter passages are duplicates only when their texts are equal: among few words one other word is another statement. */
const LEAST_WORDS = 20;
/** Share of the words two near duplicates have in common, repeats counted. */
const LEAST_OVERLAP = 0.9;
/** Cosine of near duplicates by the common model: on a small made set, copies with one edit had 0.979 and more, another subject in the same words 0.941. */
const LEAST_COSINE = 0.97;
/** Below this the texts need not be compared: equal passages differ in their title path at most. */
const LEAST_COSINE_OF_EQUALS = 0.8;
/** Tokens by which equal passages may differ in length. */
const LONGEST_TITLE = 24;
/** What turns a statement into another one: words with a digit (versions, dates, amounts), and English negations. */
const TELLING = /\p{N}|^\W*(?:no|not|never|none|nor|neither|cannot|without|\p{L}+n['’]t)\W*$/u;

/** A hit as far as duplicates are looked for. */
export interface DuplicableHit {
  /** Its collection; passages of one collection are never duplicates. */
  readonly collection: number;
  /** Unit vector of the common model; a hit without one has no duplicates. */
  readonly vector?: Float32Array | undefined;
  /** Occurrences of each query term; where one has a term and the other lacks it, they answer the query differently. */
  readonly body: Uint8Array;
  /** Tokens, title path included. */
  readonly length: number;
}

/** Two hits whose texts are worth comparing: indexes, the better one first. */
export interface LikelyDuplicates {
  readonly better: number;
  readonly other: number;
  readonly cosine: number;
}

/** Pairs of hits of different collections that may say the same, by their vectors and the query's terms. @param hits the best first */
export function likelyDuplicates(hits: readonly DuplicableHit[]): readonly LikelyDuplicates[] {
  const pairs: LikelyDuplicates[] = [];
  for (const [at, better] of hits.entries()) {
    for (let below = at + 1; below < hits.length; below++) {
      const other = hits[below];
      if (other === undefined || better.collection === other.collection || !mayBeAlike(better, other)) continue;
      const cosine = better.vector && other.vector ? dot(better.vector, other.vector) : 0;
      if (cosine < LEAST_COSINE_OF_EQUALS) continue;
      if (cosine >= LEAST_COSINE || mayBeEqual(better, other)) pairs.push({ better: at, other: below, cosine });
    }
  }
  return pairs;
}

/** True when two texts are equal but for case and white space, or nearly so: as good as the same vector, nine words of ten in common, and the same
 *  numbers and negations, since these are what tells two such texts apart. */
export function areDuplicates(a: string, b: string, cosine: number): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  if (first.join(' ') === second.join(' ')) return first.length > 0 || a.trim() === b.trim();
  if (cosine < LEAST_COSINE || Math.min(first.length, second.length) < LEAST_WORDS) return false;
  return overlap(first, second) >= LEAST_OVERLAP && overlap(first.filter(isTelling), second.filter(isTelling)) === 1;
}

/** Puts each hit that duplicates a better one beneath it. A duplicate of a duplicate stands for itself, so that no chain of small differences grows.
 *  @returns for every hit that leads, by index, those beneath it; hits in no list are left out */
export function groupDuplicates(pairs: readonly Pick<LikelyDuplicates, 'better' | 'other'>[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  const beneath = new Set<number>();
  for (const { better, other } of pairs.toSorted((a, b) => a.better - b.better || a.other - b.other)) {
    if (beneath.has(better) || beneath.has(other)) continue;
    groups.set(better, [...(groups.get(better) ?? []), other]);
    beneath.add(other);
  }
  return groups;
}

/** Equal texts say each query term equally often, and differ in length by their title paths. */
function mayBeEqual(a: DuplicableHit, b: DuplicableHit): boolean {
  return Math.abs(a.length - b.length) <= LONGEST_TITLE && a.body.every((count, term) => count === b.body[term]);
}

function mayBeAlike(a: DuplicableHit, b: DuplicableHit): boolean {
  const isAsLong = Math.min(a.length, b.length) + LONGEST_TITLE >= LEAST_OVERLAP * Math.max(a.length, b.length);
  return isAsLong && a.body.every((count, term) => count > 0 === (b.body[term] ?? 0) > 0);
}

function wordsOf(text: string): readonly string[] {
  return fold(normalise(text)).split(/\s+/).filter(Boolean);
}

function isTelling(word: string): boolean {
  return TELLING.test(word);
}

/** Shared words as a share of all, repeats counted; of two empty lists all of them. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const open = new Map<string, number>();
  for (const word of a) open.set(word, (open.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const left = open.get(word) ?? 0;
    if (left > 0) shared += 1;
    open.set(word, left - 1);
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 1 : shared / all;
}
