import { STOP_WORDS } from '../analysis/stop-words.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import { wordsWrittenOtherwise } from '../query/settle-terms.js';
import type { ParsedQuery, ParsedTerm } from '../query/parse-query.js';
import { isFunctionWord } from '../query/function-words.js';
import { weightOf } from '../query/question-words.js';
import { areSameButMarks, markedBeginnings } from './marked-words.js';

const MAX_STAND_INS = 3;
const STAND_IN_WEIGHT = 0.7;
const MIN_STAND_IN = 3;
/** Shorter words begin too many others. */
const SHORTEST_BEGINNING = 4;

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

/** What the searched collections have for an unknown word, each for itself. */
export interface Suggested {
  /** Within one edit. */
  readonly alike: readonly (readonly SimilarWord[])[];
  /** What begins with it, or like it but for marks. */
  readonly beginning: readonly (readonly SimilarWord[])[];
}

/** What the words begin with that may stand in for an unknown word: the word itself, as compounds do, and what is written like it but for marks. */
export function beginningsFor(word: string): readonly string[] {
  return [...(word.length < SHORTEST_BEGINNING ? [] : [word]), ...markedBeginnings(word)];
}

/** Chooses the stand-ins of one word from what every searched collection suggests: what is written like it but for marks, else what begins with it, else what is like it. Those within one edit before others, the most frequent first, at most three, none when
 *  one collection knows the word after all. */
export function chooseStandIns(word: string, { alike, beginning }: Suggested): readonly string[] {
  const near = frequencies(alike);
  const begun = frequencies(beginning);
  if (near.has(word) || begun.has(word)) return [];
  const marked = [...new Map([...begun, ...near])].filter(([similar]) => areSameButMarks(word, similar));
  const longer = [...begun].filter(([similar]) => similar.startsWith(word));
  const [first = []] = [marked, longer, [...near].filter(([similar]) => !isForeignFunctionWord(similar))].filter(
    ({ length }) => length > 0,
  );
  return first
    .filter(([similar]) => similar.length >= MIN_STAND_IN)
    .sort(([a, often], [b, more]) => Number(near.has(b)) - Number(near.has(a)) || more - often || (a < b ? -1 : 1))
    .slice(0, MAX_STAND_INS)
    .map(([similar]) => similar);
}

/** English ones are mistyped themselves ("taht"); of other languages nouns are that lie within one edit of them ("Seil", "seit"). */
function isForeignFunctionWord(word: string): boolean {
  return isFunctionWord(word) && !STOP_WORDS.has(word);
}

function frequencies(suggestions: readonly (readonly SimilarWord[])[]): ReadonlyMap<string, number> {
  const pooled = new Map<string, number>();
  // What begins so may be suggested for several beginnings of one word.
  for (const ofCollection of suggestions) {
    const each = new Map(ofCollection.map(({ word, documentFrequency }) => [word, documentFrequency]));
    for (const [word, often] of each) pooled.set(word, (pooled.get(word) ?? 0) + often);
  }
  return pooled;
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

/** A stand-in that the query says itself, or two that share a stem. A form of the unknown word that stands in for it counts as that. */
function merged(known: RepairedTerm, { weight, placingWeight, standsFor, formOf }: RepairedTerm): RepairedTerm {
  if (known.standsFor !== undefined && known.standsFor === (standsFor ?? formOf)) return known;
  const { id, term, word, isWord } = known;
  return { id, term, word, isWord, weight: known.weight + weight, placingWeight: known.placingWeight + placingWeight };
}

function replaceWord(text: string, word: string, replacement: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'giu'), () => replacement);
}
