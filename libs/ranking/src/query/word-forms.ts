import { STOP_WORDS } from '../analysis/stop-words.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import type { SimilarWord } from '../repair/repair-query.js';
import { MAX_QUERY_TERMS, type ParsedQuery, type ParsedTerm } from './parse-query.js';

/** Letters that a word and its forms begin with: so many at least, and so much of the word. */
const FEWEST_LETTERS = 4;
const SHARE_OF_LETTERS = 0.6;
/** What a form counts of its word. */
const FORM_WEIGHT = 0.5;
const MOST_FORMS = 12;

/** Those of the strange words of a query whose forms are looked for: none that is an abbreviation, an identifier or quoted. */
export function wordsWithForms(strange: readonly string[], { repairable }: ParsedQuery): readonly string[] {
  const mayDiffer = new Set(repairable);
  return strange.filter((word) => mayDiffer.has(word));
}

/** What the forms of a word begin with: three letters of five, as far as a rule for every language goes. */
export function beginningOf(word: string): string {
  return word.slice(0, Math.max(FEWEST_LETTERS, Math.ceil(word.length * SHARE_OF_LETTERS)));
}

/** The query with the forms of its words, the most frequent of each.
 *  @param suggestions of each word: what begins like it in each searched collection */
export function withForms(query: ParsedQuery, suggestions: ReadonlyMap<string, readonly (readonly SimilarWord[])[]>): ParsedQuery {
  const terms = new Map(query.terms.map((term) => [term.id, term]));
  for (const term of query.terms) {
    if (term.variantOf !== undefined) continue;
    const forms = mostFrequent(suggestions.get(term.word) ?? []).flatMap((form) => formOf(term, form));
    for (const form of forms.filter(({ id }) => !terms.has(id)).slice(0, MOST_FORMS)) terms.set(form.id, form);
  }
  return terms.size === query.terms.length ? query : { ...query, terms: [...terms.values()].slice(0, MAX_QUERY_TERMS) };
}

function mostFrequent(suggestions: readonly (readonly SimilarWord[])[]): readonly string[] {
  const frequencies = new Map<string, number>();
  for (const { word, documentFrequency } of suggestions.flat()) frequencies.set(word, (frequencies.get(word) ?? 0) + documentFrequency);
  return [...frequencies].sort(([a, often], [b, more]) => more - often || (a < b ? -1 : 1)).map(([word]) => word);
}

/** A form as a term; none where it is a stop word, or several words. */
function formOf({ word, weight, placingWeight }: ParsedTerm, form: string): readonly ParsedTerm[] {
  if (STOP_WORDS.has(form)) return [];
  const terms: ParsedTerm[] = [];
  eachRunOfTokens(form, ([token], isWord) => {
    if (token === undefined || !isWord) return;
    terms.push({ ...token, isWord, weight: FORM_WEIGHT * weight, placingWeight: FORM_WEIGHT * placingWeight, formOf: word });
  });
  return terms.length === 1 ? terms : [];
}
