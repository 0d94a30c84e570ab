import type { JudgedTerm } from './lexical.js';
import type { TermCounts } from './term-counts.js';

interface ComparedCollection {
  readonly counts: TermCounts;
  readonly candidates: readonly { readonly docId: string }[];
}

/** Standard deviations that chance is granted: what lies within is no difference. */
const GRANTED = 2;

/** How unlike collections are in the words of a query, from 0 for parts of one corpus, which differ by chance alone, to nearly 1: the share of the differences between them
 *  that chance does not explain, I² of Higgins & Thompson (2002) over Cochran's Q of the terms' frequencies, beyond two standard deviations of Q. Passages of a document come
 *  together, as many as the candidates have to a document, which multiplies what chance brings (the design effect of cluster samples). 1 where no term tells. */
export function heterogeneity(terms: readonly JudgedTerm[], collections: readonly ComparedCollection[]): number {
  const filled = collections.map(({ counts }) => counts).filter(({ points }) => points > 0);
  const telling = terms.flatMap(({ weight }, term) => {
    const rate = rateOf(term, filled);
    return weight > 0 && rate > 0 && rate < 1 ? [cochransQ(term, filled, rate)] : [];
  });
  const degrees = telling.length * (filled.length - 1);
  if (degrees === 0) return 1;
  const chance = passagesOfDocument(collections) * (degrees + GRANTED * Math.sqrt(2 * degrees));
  return Math.max(0, 1 - chance / sum(telling));
}

/** Share of the points of all collections that contain a term. */
function rateOf(term: number, counts: readonly TermCounts[]): number {
  return sum(counts.map(({ documentFrequency }) => documentFrequency[term] ?? 0)) / sum(counts.map(({ points }) => points));
}

/** Squared differences between what is found and what that rate lets expect, in units of their variance; by chance one fewer than there are collections. */
function cochransQ(term: number, counts: readonly TermCounts[], rate: number): number {
  return sum(
    counts.map(({ points, documentFrequency }) => ((documentFrequency[term] ?? 0) - points * rate) ** 2 / (points * rate * (1 - rate))),
  );
}

function passagesOfDocument(collections: readonly ComparedCollection[]): number {
  const documents = sum(collections.map(({ candidates }) => new Set(candidates.map(({ docId }) => docId)).size));
  return documents === 0 ? 1 : sum(collections.map(({ candidates }) => candidates.length)) / documents;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
