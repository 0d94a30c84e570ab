import { messageWords, wordsOf, type MessageWord } from './message-words.js';
import { TwoWords } from './two-words.js';

/** Fewer words stand beside each other by chance, but for two that are all of a query and stand as they do there. */
const LEAST_WORDS = 3;
/** What two words that are all of a query are worth beside three. */
const OF_TWO = 0.8;
/** Further words of a query say nothing new of what it quotes. */
const MOST_WORDS = 64;
/** Words of the text in the place of a value that was filled in: `${order.id}`. */
const PLACEHOLDER = 3;

/** How much of a query stands in a text word for word and in its order, whatever stands between words. */
export class LongestRun {
  readonly #words: readonly MessageWord[];
  readonly #weights: readonly number[];
  readonly #whole: number;
  /** Words of a run at least. */
  readonly #least: number;
  /** The query, if it is two words. */
  readonly #two: TwoWords | undefined;

  /** @param weightOf what a word in lower case tells, 0 for one that is not looked for
   *  @param values of the query, in their order, in whose place a text may have some other words: the rest counts as the whole, where that is enough for a run */
  constructor(query: string, weightOf: (word: string) => number, values: readonly string[] = []) {
    const rest = messageWords(query, values);
    this.#words = (rest.length < LEAST_WORDS ? messageWords(query, []) : rest).slice(0, MOST_WORDS);
    this.#weights = this.#words.map(({ word }) => weightOf(word));
    this.#whole = this.#weights.reduce((sum, weight) => sum + weight, 0);
    this.#two = this.#words.length === 2 ? new TwoWords(query, this.#weights) : undefined;
    this.#least = this.#two === undefined ? LEAST_WORDS : 2;
  }

  /** False where no text has a run, since the query has too few words, or none that tells. */
  get mayBeSaid(): boolean {
    return this.#words.length >= this.#least && this.#whole > 0;
  }

  /** Of what the words of the query tell, the share that its longest run in the text tells, 0 to 1. */
  shareIn(text: string): number {
    const lower = text.toLowerCase();
    if (!this.mayBeSaid || !this.#hasWordsOfARun(lower)) return 0;
    if (this.#two !== undefined) return this.#two.areIn(lower) ? OF_TWO : 0;
    let before: Runs[] = [];
    let most = 0;
    for (const word of wordsOf(lower)) {
      const now: Run[] = [];
      this.#words.forEach((wanted, at) => {
        if (wanted.word !== word) return;
        const { words, weight } = longestBefore(before, wanted.isBehindValue ? PLACEHOLDER : 0, at);
        const run = { words: words + 1, weight: weight + (this.#weights[at] ?? 0) };
        now[at] = run;
        if (run.words >= this.#least) most = Math.max(most, run.weight);
      });
      before = [now, ...before.slice(0, PLACEHOLDER)];
    }
    return most / this.#whole;
  }

  /** Most texts lack one of the words of any run, which is told without parting them into words. */
  #hasWordsOfARun(lower: string): boolean {
    let following = 0;
    for (const { word } of this.#words) {
      following = lower.includes(word) ? following + 1 : 0;
      if (following === this.#least) return true;
    }
    return false;
  }
}

/** A run that ends at a word of the query. */
interface Run {
  readonly words: number;
  readonly weight: number;
}

/** Those that end at one word of the text, by the places of their last words in the query. */
type Runs = readonly (Run | undefined)[];

const NOTHING: Run = { words: 0, weight: 0 };

/** The run that a word of the query goes on. @param before by words of the text, the last first @param gap words that may lie between */
function longestBefore(before: readonly Runs[], gap: number, at: number): Run {
  let longest = NOTHING;
  for (let back = 0; back <= gap; back++) {
    const run = before[back]?.[at - 1];
    if (run !== undefined && run.weight > longest.weight) longest = run;
  }
  return longest;
}
