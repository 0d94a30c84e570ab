import { normalise } from '../analysis/fold.js';
import { STOP_WORDS } from '../analysis/stop-words.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import type { JudgedTerm } from '../judge/lexical.js';
import { MAX_QUERY_TERMS, type ParsedQuery, type ParsedTerm } from './parse-query.js';
import { onlyAsks } from './question-words.js';

/** Two words of letters with a space or a hyphen between them, of which the second may be the first of the next pair; before a space a single letter is no such word. */
const PAIRS = /(?<![\p{L}\p{M}\p{N}_-])(\p{L}+-|\p{L}{2,} )(?=(\p{L}{2,})(?![\p{L}\p{M}\p{N}_]))/gu;

/** The query with its words written as one as well, two by two: "timezone" for "time zone", "wifi" for "wi-fi", `largestTriangle` for "largest triangle". */
export function withJoinedWords(query: ParsedQuery): ParsedQuery {
  const known = new Set(query.terms.map(({ id }) => id));
  const joined = new Map<number, ParsedTerm>();
  for (const [, before = '', second = ''] of normalise(query.text).toLowerCase().matchAll(PAIRS)) {
    const first = before.slice(0, -1);
    if (!tells(first) || !tells(second)) continue;
    eachRunOfTokens(first + second, ([token], isWord) => {
      if (token === undefined || !isWord || known.has(token.id)) return;
      joined.set(token.id, { ...token, weight: 1, placingWeight: 1, isWord, joins: [first, second] });
    });
  }
  return { ...query, terms: [...query.terms, ...joined.values()].slice(0, MAX_QUERY_TERMS) };
}

function tells(word: string): boolean {
  return !STOP_WORDS.has(word) && !onlyAsks(word);
}

/** A term of which it matters who knows it. */
interface LookedFor extends JudgedTerm {
  readonly id: number;
  readonly word: string;
}

/** Words that nobody writes apart: those of a pair that no searched collection knows, where one knows both as one.
 *  @param documentFrequency of each term over all searched collections */
export function wordsWrittenAsOne(terms: readonly LookedFor[], documentFrequency: readonly number[]): ReadonlySet<string> {
  const isKnown = (at: number) => (documentFrequency[at] ?? 0) > 0;
  const unknown = new Set(terms.flatMap(({ word }, at) => (isKnown(at) ? [] : [word])));
  const joined = terms.flatMap(({ joins = [] }, at) => (isKnown(at) ? joins : []));
  return new Set(joined.filter((word) => unknown.has(word)));
}

/** The terms as they count where it is known who writes what: words that nobody writes apart are not missed, and as one they are a word like others. */
export function settleJoinedWords(terms: readonly LookedFor[], documentFrequency: readonly number[]): readonly LookedFor[] {
  const asOne = wordsWrittenAsOne(terms, documentFrequency);
  if (asOne.size === 0) return terms;
  return terms.map((term) => {
    if (asOne.has(term.word)) return { ...term, weight: 0, placingWeight: 0 };
    return term.joins?.some((word) => asOne.has(word)) === true ? { ...term, joins: undefined } : term;
  });
}
