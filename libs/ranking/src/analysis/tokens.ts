import { normalise } from './fold.js';
import { eachRun } from './runs.js';
import { TokenCache } from './token-cache.js';
import { tokensOfPairedRun, tokensOfWord, type Token } from './token.js';

const GENERATION = 40_000;
const words = new TokenCache(tokensOfWord, GENERATION);
const pairedRuns = new TokenCache(tokensOfPairedRun, GENERATION / 4);

/** Calls `visit` with the tokens of every run of a text, in order: a word and, where it is an identifier, its parts; or the pairs of characters
 *  of Han, Kana, Thai and Hangul (`isWord` false). */
export function eachRunOfTokens(text: string, visit: (tokens: readonly Token[], isWord: boolean) => void): void {
  eachRun(normalise(text), (run, isPaired) => {
    visit(isPaired ? pairedRuns.get(run) : words.get(run), !isPaired);
  });
}

/** Ids of the distinct terms of a text: what a field must contain to match the text word by word. */
export function termIdsOf(text: string): ReadonlySet<number> {
  const ids = new Set<number>();
  eachRunOfTokens(text, (tokens) => {
    for (const { id } of tokens) ids.add(id);
  });
  return ids;
}
