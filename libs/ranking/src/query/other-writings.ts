import { eachRunOfTokens } from '../analysis/tokens.js';
import type { JudgedTerm } from '../judge/lexical.js';
import { joinedWords } from './joined-words.js';
import { MAX_QUERY_TERMS, type ParsedQuery, type ParsedTerm } from './parse-query.js';
import { unmarkedWords } from './unmarked-words.js';

/** The query with its words as others may write them: two of them as one, and with or without marks. */
export function withOtherWritings(query: ParsedQuery): ParsedQuery {
  const known = new Set(query.terms.map(({ id }) => id));
  const others = new Map<number, ParsedTerm>();
  for (const other of [...joinedWords(query.text), ...unmarkedWords(query.terms)]) {
    eachRunOfTokens(other.word, ([token], isWord) => {
      if (token === undefined || !isWord || known.has(token.id)) return;
      others.set(token.id, { ...other, ...token, isWord });
    });
  }
  return { ...query, terms: [...query.terms, ...others.values()].slice(0, MAX_QUERY_TERMS) };
}

/** A term of which it matters who knows it. */
interface LookedFor extends JudgedTerm {
  readonly id: number;
  readonly word: string;
}

/** Words that nobody writes as the query does: those that no searched collection knows, where one knows another way to write them.
 *  @param documentFrequency of each term over all searched collections */
export function wordsWrittenOtherwise(terms: readonly LookedFor[], documentFrequency: readonly number[]): ReadonlySet<string> {
  const isKnown = (at: number) => (documentFrequency[at] ?? 0) > 0;
  const unknown = new Set(terms.flatMap(({ word }, at) => (isKnown(at) ? [] : [word])));
  const written = terms.flatMap(({ variantOf = [] }, at) => (isKnown(at) ? variantOf : []));
  return new Set(written.filter((word) => unknown.has(word)));
}

/** The terms as they count where it is known who writes what: words that nobody writes as the query does are not missed, and the other ways to write them that somebody knows are words like others; of several for one word one is enough. */
export function settleWritings(terms: readonly LookedFor[], documentFrequency: readonly number[]): readonly LookedFor[] {
  const otherwise = wordsWrittenOtherwise(terms, documentFrequency);
  if (otherwise.size === 0) return terms;
  return terms.map((term, at) => {
    if (otherwise.has(term.word)) return { ...term, weight: 0, placingWeight: 0 };
    const isKnown = (documentFrequency[at] ?? 0) > 0;
    if (!isKnown || term.variantOf?.some((word) => otherwise.has(word)) !== true) return term;
    const [one = '', ...more] = term.variantOf;
    return { ...term, variantOf: undefined, ...(more.length === 0 ? { standsFor: one } : {}) };
  });
}
