/** A word of a query as it is written, and how much it counts. */
export interface WeightedWord {
  readonly word: string;
  /** At least 0; only proportions count. */
  readonly weight: number;
}

/** What passages are asked for. */
export interface AskedPassages {
  readonly words: readonly WeightedWord[];
  readonly passages: readonly string[];
}

/** What a model whose vectors are sums over word pieces can do besides: weigh the words of a text one by one, and compare words with words. */
export interface WordModel {
  /** The unit vector of the words together, each by its weight; zeros when none is known. */
  embedWords(words: readonly WeightedWord[]): Float32Array;
  /** Whether the model has a word as a whole: what it puts together of pieces it does not know. */
  knows(word: string): boolean;
  /** How well each passage says the words that it is asked for, or others that mean about the same: the weighted mean, over the words, of the best match in the passage,
   *  0 to 1 (soft word match, docs/ranking.md). 0 when no word is known. Passages that are asked for the same words at once cost less than one after the other.
   *  @returns of each of what was asked, a number for each passage */
  matchWords(asked: readonly AskedPassages[]): readonly (readonly number[])[];
}
