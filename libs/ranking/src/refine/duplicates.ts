import { fold, normalise } from '../analysis/fold.js';
import { hasUnspaced, wordsWithin } from '../analysis/unspaced.js';
import { boundedVector, cosineFrom, type BoundedVector } from '../similarity/cosine-bound.js';

/** Shorter passages are duplicates only when their texts are equal: among few words one other word is another statement. */
const LEAST_WORDS = 20;
/** In one collection even equal passages are none when they have fewer words than this: what their documents are called says as much as such a text. */
const LEAST_COPIED = 10;
/** Share of the words two near duplicates have in common, repeats counted. */
const LEAST_OVERLAP = 0.9;
/** Cosine of near duplicates by the common model: on a small made set, copies with one edit had 0.979 and more, another subject in the same words 0.941. */
const LEAST_COSINE = 0.97;
/** Below this the texts need not be compared: equal passages differ in their title path at most. */
const LEAST_COSINE_OF_EQUALS = 0.8;
/** Tokens by which equal passages may differ in length. */
const LONGEST_TITLE = 24;
/** What turns a statement into another one: words with a digit (versions, dates, amounts), and English negations. What stands before these is taken in
 *  one way alone, so that a long word costs no square of its length: letters that are not ASCII are `\W`, too, and the last of them may be before `n't`. */
const TELLING = /\p{N}|^\W*(?:no|not|never|none|nor|neither|cannot|without|(?:(?<=\p{L})|[A-Za-z]\p{L}*)n['’]t)\W*$/u;

/** A hit as far as duplicates are looked for. */
export interface DuplicableHit {
  readonly collection: number;
  /** In that collection; passages of one document are never duplicates. */
  readonly document: string;
  /** Unit vector of the common model; a hit without one has no duplicates. */
  readonly vector?: Float32Array | undefined;
  /** Occurrences of each query term; where one has a term and the other lacks it, they answer the query differently. */
  readonly body: Uint8Array;
  /** Tokens, title path included. */
  readonly length: number;
}

/** How near two hits are to each other beside their texts. */
export interface Nearness {
  readonly cosine: number;
  readonly areInOneCollection: boolean;
}

/** Two hits whose texts are worth comparing: indexes, the better one first. */
export interface LikelyDuplicates extends Nearness {
  readonly better: number;
  readonly other: number;
}

/** Pairs of hits of different documents that may say the same, by their vectors and the query's terms. @param hits the best first */
export function likelyDuplicates(hits: readonly DuplicableHit[]): readonly LikelyDuplicates[] {
  const pairs: LikelyDuplicates[] = [];
  // Of a hundred hits there are five thousand pairs: most are told apart by the terms they have, or by a part of their vectors.
  const compared = hits.map(comparedHit);
  for (const [at, better] of compared.entries()) {
    for (let below = at + 1; below < compared.length; below++) {
      const other = compared[below];
      if (other?.terms !== better.terms) continue;
      const areInOneCollection = better.hit.collection === other.hit.collection;
      if ((areInOneCollection && better.hit.document === other.hit.document) || !areAsLong(better.hit, other.hit)) continue;
      const cosine = cosineOf(better, other);
      if (cosine !== undefined) pairs.push({ better: at, other: below, cosine, areInOneCollection });
    }
  }
  return pairs;
}

interface ComparedHit {
  readonly hit: DuplicableHit;
  /** Which of the query's terms it has, and how often each. */
  readonly terms: string;
  readonly occurrences: string;
  readonly vector: BoundedVector | undefined;
}

function comparedHit(hit: DuplicableHit): ComparedHit {
  const terms = hit.body.reduce((marks, count) => `${marks}${count > 0 ? '+' : '-'}`, '');
  return { hit, terms, occurrences: hit.body.join(), vector: hit.vector && boundedVector(hit.vector) };
}

/** Undefined where their vectors say that they are no duplicates. */
function cosineOf(a: ComparedHit, b: ComparedHit): number | undefined {
  if (a.vector === undefined || b.vector === undefined) return undefined;
  return cosineFrom(mayBeEqual(a, b) ? LEAST_COSINE_OF_EQUALS : LEAST_COSINE, a.vector, b.vector);
}

/** A text made ready to be compared with many others. */
export interface ComparableText {
  /** Without white space at its ends. */
  readonly trimmed: string;
  /** Its words, folded, in their order. */
  readonly folded: string;
  readonly words: WordCounts;
  /** Words, those of scripts without spaces counted by their characters: how much the text says. */
  readonly size: number;
  /** Those that turn a statement into another one. */
  readonly telling: WordCounts;
}

/** How often each word occurs, and all together. */
interface WordCounts {
  readonly total: number;
  readonly of: ReadonlyMap<string, number>;
}

export function comparableText(text: string): ComparableText {
  const words = fold(normalise(text)).split(/\s+/).filter(Boolean);
  return {
    trimmed: text.trim(),
    folded: words.join(' '),
    words: count(words),
    size: hasUnspaced(text) ? words.reduce((size, word) => size + wordsWithin(word), 0) : words.length,
    telling: count(words.filter((word) => TELLING.test(word))),
  };
}

/** True when two texts are equal but for case and white space, or nearly so: as good as the same vector, nine words of ten in common, and the same
 *  numbers and negations, since these are what tells two such texts apart; of scripts that write no spaces only when they are equal. */
export function areDuplicates(a: ComparableText, b: ComparableText, { cosine, areInOneCollection }: Nearness): boolean {
  if (areInOneCollection && Math.min(a.size, b.size) < LEAST_COPIED) return false;
  if (a.folded === b.folded) return a.words.total > 0 || a.trimmed === b.trimmed;
  if (cosine < LEAST_COSINE || Math.min(a.words.total, b.words.total) < LEAST_WORDS) return false;
  return overlap(a.words, b.words) >= LEAST_OVERLAP && overlap(a.telling, b.telling) === 1;
}

/** Puts each hit that duplicates a better one beneath it. A duplicate of a duplicate stands for itself, so that no chain of small differences grows.
 *  @param areAlike is asked of no pair whose hits are beneath others already
 *  @returns for every hit that leads, by index, those beneath it; hits in no list are left out */
export function groupDuplicates<Pair extends Pick<LikelyDuplicates, 'better' | 'other'>>(
  pairs: readonly Pair[],
  areAlike: (pair: Pair) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  const beneath = new Set<number>();
  for (const pair of pairs.toSorted((a, b) => a.better - b.better || a.other - b.other)) {
    const { better, other } = pair;
    if (beneath.has(better) || beneath.has(other) || !areAlike(pair)) continue;
    groups.set(better, [...(groups.get(better) ?? []), other]);
    beneath.add(other);
  }
  return groups;
}

/** Equal texts say each query term equally often, and differ in length by their title paths. */
function mayBeEqual(a: ComparedHit, b: ComparedHit): boolean {
  return a.occurrences === b.occurrences && Math.abs(a.hit.length - b.hit.length) <= LONGEST_TITLE;
}

function areAsLong(a: DuplicableHit, b: DuplicableHit): boolean {
  return Math.min(a.length, b.length) + LONGEST_TITLE >= LEAST_OVERLAP * Math.max(a.length, b.length);
}

function count(words: readonly string[]): WordCounts {
  const of = new Map<string, number>();
  for (const word of words) of.set(word, (of.get(word) ?? 0) + 1);
  return { total: words.length, of };
}

/** Shared words as a share of all, repeats counted; of two empty lists all of them. */
function overlap(a: WordCounts, b: WordCounts): number {
  let shared = 0;
  for (const [word, times] of a.of) shared += Math.min(times, b.of.get(word) ?? 0);
  const all = a.total + b.total - shared;
  return all === 0 ? 1 : shared / all;
}
