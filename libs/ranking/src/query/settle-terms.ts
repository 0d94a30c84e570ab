import { idf } from '../bm25/bm25.js';
import type { JudgedTerm } from '../judge/evidence/lexical.js';
import type { TermCounts } from '../judge/evidence/term-counts.js';

/** A term of which it matters who knows it. */
interface LookedFor extends JudgedTerm {
  readonly id: number;
  readonly word: string;
}

/** Words that nobody writes as the query does: those that no searched collection knows, where one knows another way to write them.
 *  @param documentFrequency of each term over all searched collections */
export function wordsWrittenOtherwise(terms: readonly LookedFor[], documentFrequency: readonly number[]): ReadonlySet<string> {
  return saidOtherwise(terms, { documentFrequency, besides: ({ variantOf = [] }) => variantOf });
}

/** The terms as they count where it is known who says what. A word and its forms tell what one of them tells: how many passages have any. Words that nobody writes as the query does are not
 *  missed, and the other ways to write them and the forms of them that somebody knows are words like others; of several for one word one is enough.
 *  @param counts of all searched collections together */
export function settleTerms(terms: readonly LookedFor[], counts: TermCounts): readonly LookedFor[] {
  const { documentFrequency } = counts;
  const shared = tellTogether(terms, counts);
  const otherwise = saidOtherwise(terms, { documentFrequency, besides: saidFor });
  if (otherwise.size === 0) return shared;
  return shared.map((term, at) => {
    if (otherwise.has(term.word)) return { ...term, weight: 0, placingWeight: 0 };
    const words = saidFor(term);
    const isKnown = (documentFrequency[at] ?? 0) > 0;
    if (!isKnown || !words.some((word) => otherwise.has(word))) return term;
    const [one = '', ...more] = words;
    return { ...term, variantOf: undefined, formOf: undefined, ...(more.length === 0 ? { standsFor: one } : {}) };
  });
}

/** What the query says for a term that it does not say itself. */
function saidFor({ variantOf = [], formOf }: LookedFor): readonly string[] {
  return formOf === undefined ? variantOf : [formOf];
}

function saidOtherwise(
  terms: readonly LookedFor[],
  { documentFrequency, besides }: Pick<TermCounts, 'documentFrequency'> & { readonly besides: (term: LookedFor) => readonly string[] },
): ReadonlySet<string> {
  const isKnown = (at: number) => (documentFrequency[at] ?? 0) > 0;
  const unknown = new Set(terms.flatMap(({ word }, at) => (isKnown(at) ? [] : [word])));
  const known = terms.flatMap((term, at) => (isKnown(at) ? besides(term) : []));
  return new Set(known.filter((word) => unknown.has(word)));
}

/** Words and their forms weighed so that each has the inverse document frequency of all of them together. */
function tellTogether(terms: readonly LookedFor[], counts: TermCounts): readonly LookedFor[] {
  const forms = Map.groupBy(terms.keys(), (at) => terms[at]?.formOf);
  if (forms.size === 1) return terms;
  const factors = new Map<number, number>();
  for (const [at, { word, formOf }] of terms.entries()) {
    const family = formOf === undefined && forms.has(word) ? [at, ...(forms.get(word) ?? [])] : [];
    for (const [one, factor] of factorsOf(family, counts)) factors.set(one, factor);
  }
  return terms.map((term, at) => {
    const factor = factors.get(at) ?? 1;
    if (factor === 1) return term;
    const { weight, placingWeight = weight } = term;
    return { ...term, weight: weight * factor, placingWeight: placingWeight * factor };
  });
}

/** As many passages have one of several words as if they stood there by chance, each for itself. */
function factorsOf(family: readonly number[], { points, documentFrequency }: TermCounts): readonly (readonly [number, number])[] {
  const shareOf = (at: number) => Math.min(1, (documentFrequency[at] ?? 0) / Math.max(1, points));
  const withNone = family.reduce((share, at) => share * (1 - shareOf(at)), 1);
  const together = idf(points, points * (1 - withNone));
  return family.flatMap((at) => {
    const alone = idf(points, documentFrequency[at] ?? 0);
    return alone > 0 ? [[at, together / alone] as const] : [];
  });
}
