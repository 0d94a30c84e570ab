import { eachRunOfTokens } from '../analysis/tokens.js';
import { otherNumbers } from './grouped-numbers.js';
import { joinedWords } from './joined-words.js';
import { MAX_QUERY_TERMS, type ParsedQuery, type ParsedTerm } from './parse-query.js';
import { unmarkedWords } from './unmarked-words.js';

/** The query with its words as others may write them: two of them as one, with or without marks, and numbers in groups of digits and without. */
export function withOtherWritings(query: ParsedQuery): ParsedQuery {
  const known = new Set(query.terms.map(({ id }) => id));
  const others = new Map<number, ParsedTerm>();
  for (const other of [...joinedWords(query.text), ...unmarkedWords(query.terms), ...otherNumbers(query.text)]) {
    eachRunOfTokens(other.word, ([token], isWord) => {
      if (token === undefined || !isWord || known.has(token.id)) return;
      others.set(token.id, { ...other, ...token, isWord: other.weight > 0 });
    });
  }
  return { ...query, terms: [...query.terms, ...others.values()].slice(0, MAX_QUERY_TERMS) };
}
