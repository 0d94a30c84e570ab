import { STOP_WORDS } from '../analysis/stop-words.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import { wordsWrittenOtherwise } from '../query/settle-terms.js';
import type { ParsedQuery, ParsedTerm } from '../query/parse-query.js';
import { isFunctionWord } from '../query/function-words.js';
import { weightOf } from '../query/question-words.js';

const MAX_STAND_INS = 3;
const STAND_IN_WEIGHT = 0.7;
const MIN_STAND_IN = 3;

/** Similar words of one collection's vocabulary, with the number of points that contain each. */
export interface SimilarWord {
  readonly word: string;
  readonly documentFrequency: number;
}

/** What an unknown word was replaced by, the most frequent first. */
export interface RepairedWord {
  readonly word: string;
  readonly standIns: readonly string[];
}

/** A term that may stand in for an unknown word. */
interface RepairedTerm extends ParsedTerm {
  readonly standsFor?: string;
}

export interface RepairedQuery {
  /** The text with the first stand-in in place of each unknown word: what is embedded. */
  readonly text: string;
  readonly terms: readonly RepairedTerm[];
  readonly words: readonly string[];
  readonly repaired: readonly RepairedWord[];
}

/** The words of a query that may be repaired and that no searched collection contains.
 *  @param documentFrequency of each term of the query over all searched collections */
export function unknownWords({ terms, repairable }: ParsedQuery, documentFrequency: readonly number[]): readonly string[] {
  const mayRepair = new Set(repairable);
  const asOne = wordsWrittenOtherwise(terms, documentFrequency);
  const isUnknown = ({ word }: ParsedTerm, at: number) => mayRepair.has(word) && !asOne.has(word) && (documentFrequency[at] ?? 0) === 0;
  return terms.filter(isUnknown).map(({ word }) => word);
}

/** Chooses the stand-ins of one word from what every searched collection suggests: the most frequent first, at most three, none when one of them
 *  knows the word after all. */
export function chooseStandIns(word: string, suggestions: readonly (readonly SimilarWord[])[]): readonly string[] {
  const frequencies = new Map<string, number>();
  for (const { word: similar, documentFrequency } of suggestions.flat()) {
    frequencies.set(similar, (frequencies.get(similar) ?? 0) + documentFrequency);
  }
  if (frequencies.has(word)) return [];
  return [...frequencies]
    .filter(([similar]) => similar.length >= MIN_STAND_IN && !isForeignFunctionWord(similar))
    .sort(([a, often], [b, more]) => more - often || (a < b ? -1 : 1))
    .slice(0, MAX_STAND_INS)
    .map(([similar]) => similar);
}

/** English ones are mistyped themselves ("taht"); of other languages nouns are that lie within one edit of them ("Seil", "seit"). */
function isForeignFunctionWord(word: string): boolean {
  return isFunctionWord(word) && !STOP_WORDS.has(word);
}

/** The query with stand-ins for its unknown words: each weighs 0.7 of the word, less where it only asks, stemmed after the repair. */
export function repairQuery(query: ParsedQuery, repairs: readonly RepairedWord[]): RepairedQuery {
  const repaired = repairs.filter(({ standIns }) => standIns.length > 0);
  const standInsOf = new Map(repaired.map(({ word, standIns }) => [word, standIns]));
  const terms = new Map<number, RepairedTerm>();
  for (const term of query.terms) {
    for (const replacement of replacementsOf(term, standInsOf.get(term.word))) {
      const known = terms.get(replacement.id);
      terms.set(replacement.id, known ? merged(known, replacement) : replacement);
    }
  }
  return {
    text: repaired.reduce((text, { word, standIns }) => replaceWord(text, word, standIns[0] ?? word), query.text),
    terms: [...terms.values()],
    words: [...new Set(query.words.flatMap((word) => standInsOf.get(word) ?? [word]))],
    repaired,
  };
}

function replacementsOf(term: ParsedTerm, standIns: readonly string[] | undefined): readonly RepairedTerm[] {
  if (standIns === undefined) return [term];
  return standIns.filter((word) => !STOP_WORDS.has(word)).flatMap((word) => termOf(word, term));
}

function termOf(word: string, { word: standsFor, weight, placingWeight }: ParsedTerm): RepairedTerm[] {
  const terms: RepairedTerm[] = [];
  eachRunOfTokens(word, ([token]) => {
    if (token === undefined) return;
    const share = STAND_IN_WEIGHT * weightOf(token.word);
    terms.push({ ...token, weight: share * weight, placingWeight: STAND_IN_WEIGHT * placingWeight, isWord: true, standsFor });
  });
  return terms;
}

/** A stand-in that the query says itself, or two that share a stem. */
function merged(known: RepairedTerm, { weight, placingWeight, standsFor }: RepairedTerm): RepairedTerm {
  if (known.standsFor !== undefined && known.standsFor === standsFor) return known;
  const { id, term, word, isWord } = known;
  return { id, term, word, isWord, weight: known.weight + weight, placingWeight: known.placingWeight + placingWeight };
}

function replaceWord(text: string, word: string, replacement: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'giu'), () => replacement);
}
