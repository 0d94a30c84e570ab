import { plainTextAnalyser, type TextAnalyser } from '@tributary/engines-port';
import { termIdsOf } from '@tributary/ranking';

/** The two questions about language the engine has to ask: what `match.text` means, and which term a word is. */
export interface EngineAnalyser extends TextAnalyser {
  /** The id of the term that a lower-case word is indexed under. */
  termOf(word: string): number | undefined;
}

/** The product’s own analysis. */
export const standardAnalyser: EngineAnalyser = {
  ...plainTextAnalyser,
  // A word comes before its parts.
  termOf: (word) => [...termIdsOf(word)][0],
};
