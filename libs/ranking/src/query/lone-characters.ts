import { CharacterClass, characterClass } from '../analysis/character-class.js';
import { normalise } from '../analysis/fold.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import { MAX_QUERY_TERMS, type ParsedQuery, type ParsedTerm } from './parse-query.js';

/** Each is a term that every engine is asked for. */
const MOST_PAIRS = 64;

/** The characters of Han, Kana, Thai and Hangul that stand by themselves in a query: texts have them in pairs with what stands beside them. */
export function loneCharacters({ terms }: Pick<ParsedQuery, 'terms'>): readonly string[] {
  return terms.filter(({ isWord, word }) => !isWord && isLone(word)).map(({ word }) => word);
}

function isLone(word: string): boolean {
  const codePoint = word.codePointAt(0) ?? 0;
  return String.fromCodePoint(codePoint) === word && characterClass(codePoint) === CharacterClass.paired;
}

/** The pairs with a character that a text is indexed by, each once. */
export function pairsWith(character: string, text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  if (!normalise(text).includes(character)) return pairs;
  eachRunOfTokens(text, (tokens, isWord) => {
    if (isWord) return;
    for (const { word } of tokens) if (word !== character && word.includes(character)) pairs.add(word);
  });
  return pairs;
}

/** The query with the pairs that its lone characters stand in, the most frequent of each: who says one of them says the character.
 *  @param pairs of each character: how many texts say them */
export function withPairs(query: ParsedQuery, pairs: ReadonlyMap<string, ReadonlyMap<string, number>>): ParsedQuery {
  const terms = new Map(query.terms.map((term) => [term.id, term]));
  for (const term of query.terms) {
    for (const pair of mostFrequent(pairs.get(term.word)).flatMap((one) => pairOf(term, one))) {
      if (!terms.has(pair.id)) terms.set(pair.id, pair);
    }
  }
  return terms.size === query.terms.length ? query : { ...query, terms: [...terms.values()].slice(0, MAX_QUERY_TERMS) };
}

function mostFrequent(pairs: ReadonlyMap<string, number> = new Map()): readonly string[] {
  const inOrder = [...pairs].sort(([a, often], [b, more]) => more - often || (a < b ? -1 : 1));
  return inOrder.slice(0, MOST_PAIRS).map(([pair]) => pair);
}

function pairOf({ word, weight, placingWeight }: ParsedTerm, pair: string): readonly ParsedTerm[] {
  const terms: ParsedTerm[] = [];
  eachRunOfTokens(pair, ([token]) => {
    if (token !== undefined) terms.push({ ...token, isWord: false, weight, placingWeight, formOf: word });
  });
  return terms;
}
