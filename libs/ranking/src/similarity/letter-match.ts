import { fold, normalise } from '../analysis/fold.js';
import { withoutMarks, withUmlauts } from '../analysis/marks.js';
import { eachRun } from '../analysis/runs.js';

/** Letters in a run that is compared: four of words, as character n-grams of European languages find most by (McNamee & Mayfield 2004); two where words are not set apart. */
const [LETTERS, PAIR] = [4, 2];
/** A word that shares less than this of another's runs says nothing about it; above it the match grows in proportion. Where words are not set apart, what is compared is several of them, of which each
 *  may be said. */
const [THRESHOLD, THRESHOLD_OF_PAIRS] = [0.35, 0];
const NONE: readonly never[] = [];

/** A word and how much it counts. */
interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

/** How well each passage says some words by their letters, whatever the language: the weighted mean, over the words, of the share of its runs of letters that one word of the
 *  passage has, 0 to 1. "Rechnungen" is said by "Rechnung", "Sicherung" by "Datensicherung", "brulee" by "brûlée", "Muenchen" by "München".
 *  @returns one number a passage; 0 where there are no words */
export function matchLetters(words: readonly WeightedWord[], passages: readonly string[]): readonly number[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  if (whole <= 0) return passages.map(() => 0);
  const wanted = new WantedRuns(words.map(({ word }) => word));
  return passages.map((passage) => {
    const best = wanted.bestIn(passage);
    return words.reduce((sum, { weight }, at) => sum + weight * (best[at] ?? 0), 0) / whole;
  });
}

interface Match {
  /** Which of the wanted words. */
  readonly word: number;
  readonly share: number;
}

/** The runs of letters of some words. */
class WantedRuns {
  /** Of each word: how many, and the share of them from which on it is said. */
  readonly #wanted: readonly { readonly size: number; readonly threshold: number }[];
  readonly #wordsOf = new Map<string, number[]>();
  /** What words of passages say: passages share most of their words. */
  readonly #said = new Map<string, readonly Match[]>();

  constructor(words: readonly string[]) {
    this.#wanted = words.map((word, at) => {
      const runs = new Set<string>();
      let threshold: number = THRESHOLD;
      eachRun(normalise(word), (run, isPaired) => {
        if (isPaired) threshold = THRESHOLD_OF_PAIRS;
        for (const one of runsOf(run, isPaired)) runs.add(one);
      });
      for (const run of runs) this.#wordsOf.set(run, [...(this.#wordsOf.get(run) ?? []), at]);
      return { size: runs.size, threshold };
    });
  }

  /** How well the best word of a passage says each of the wanted ones. */
  bestIn(passage: string): readonly number[] {
    const best = this.#wanted.map(() => 0);
    eachRun(normalise(passage), (run, isPaired) => {
      for (const { word, share } of this.#saidBy(run, isPaired)) best[word] = Math.max(best[word] ?? 0, share);
    });
    return best;
  }

  #saidBy(said: string, isPaired: boolean): readonly Match[] {
    const known = this.#said.get(said);
    if (known) return known;
    const shared = new Map<number, Set<string>>();
    // Most words share nothing.
    for (const run of runsOf(said, isPaired)) {
      for (const at of this.#wordsOf.get(run) ?? NONE) {
        const runs = shared.get(at);
        if (runs) runs.add(run);
        else shared.set(at, new Set([run]));
      }
    }
    const matches = shared.size === 0 ? NONE : this.#matches(shared);
    this.#said.set(said, matches);
    return matches;
  }

  #matches(shared: ReadonlyMap<number, ReadonlySet<string>>): readonly Match[] {
    return [...shared].flatMap(([word, runs]) => {
      const { size, threshold } = this.#wanted[word] ?? { size: 1, threshold: THRESHOLD };
      const share = (runs.size / size - threshold) / (1 - threshold);
      return share > 0 ? [{ word, share }] : [];
    });
  }
}

/** The runs of letters of a word, without regard to case, marks and the two letters that stand for an umlaut; a shorter word is one itself. */
function* runsOf(word: string, isPaired: boolean): Generator<string> {
  const letters = withoutMarks(withUmlauts(fold(word)));
  const length = isPaired ? PAIR : LETTERS;
  if (letters.length <= length) yield letters;
  else for (let at = 0; at + length <= letters.length; at++) yield letters.slice(at, at + length);
}
