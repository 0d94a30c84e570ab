import { bigramDice, editDistanceWithin1 } from '@tributary/ranking';

/** Words less alike than this do not stand for each other. */
const LEAST_LIKENESS = 0.7;
/** With a Dice coefficient of s, the shorter word has at least s / (2 − s) of the longer one’s pairs. */
const LEAST_SHARE = LEAST_LIKENESS / (2 - LEAST_LIKENESS);

export interface CountedWord {
  readonly word: string;
  /** Points that contain it. */
  readonly count: number;
}

export interface AlikeWord extends CountedWord {
  readonly likeness: number;
}

/** The words of a collection with their counts, found by likeness. */
export class Vocabulary {
  readonly #words: readonly CountedWord[];
  readonly #byLength = new Map<number, number[]>();
  readonly #byPair = new Map<string, number[]>();

  constructor(words: readonly CountedWord[]) {
    this.#words = words;
    words.forEach(({ word }, number) => {
      push(this.#byLength, word.length, number);
      for (const pair of pairsOf(word)) push(this.#byPair, pair, number);
    });
  }

  /** Words within one edit, the word itself included. */
  withinOneEdit(word: string): readonly CountedWord[] {
    return this.#perhapsOneEdit(word).filter((other) => editDistanceWithin1(word, other.word));
  }

  /** Words that may stand for a word: 1 for the same, 1 − 1/length for one edit, else what the letter pairs share. */
  alike(word: string): readonly AlikeWord[] {
    const pairs = pairsOf(word);
    const repeated = word.length - 1 - pairs.size;
    const least = Math.max(1, Math.ceil((word.length - 1) * LEAST_SHARE) - repeated);
    const candidates = new Set([...this.#perhapsOneEdit(word), ...this.#sharing(pairs, least)]);
    return [...candidates]
      .map((other) => ({ ...other, likeness: likenessOf(word, other.word) }))
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS);
  }

  /** An edit changes at most three pairs, so a word with more is found by those that stay; a shorter one by looking at all of its length. */
  #perhapsOneEdit(word: string): readonly CountedWord[] {
    const pairs = pairsOf(word);
    if (pairs.size > 3) return this.#sharing(pairs, pairs.size - 3);
    return [-1, 0, 1].flatMap((more) => this.#pick(this.#byLength.get(word.length + more) ?? []));
  }

  #sharing(pairs: ReadonlySet<string>, least: number): readonly CountedWord[] {
    const shared = new Map<number, number>();
    for (const pair of pairs) for (const number of this.#byPair.get(pair) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
    return this.#pick([...shared].filter(([, count]) => count >= least).map(([number]) => number));
  }

  #pick(numbers: readonly number[]): readonly CountedWord[] {
    return numbers.flatMap((number) => this.#words[number] ?? []);
  }
}

function likenessOf(a: string, b: string): number {
  if (a === b) return 1;
  const dice = bigramDice(a, b);
  return editDistanceWithin1(a, b) ? Math.max(dice, 1 - 1 / Math.max(a.length, b.length)) : dice;
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)));
}

function push<Key>(lists: Map<Key, number[]>, key: Key, number: number): void {
  const list = lists.get(key);
  if (list) list.push(number);
  else lists.set(key, [number]);
}
