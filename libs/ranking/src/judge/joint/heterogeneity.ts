import type { JudgedTerm } from '../evidence/lexical.js';
import { sum } from '../sum.js';
import type { TermCounts } from '../evidence/term-counts.js';
import { differencesIn } from '../evidence/term-differences.js';

interface ComparedCollection {
  readonly counts: TermCounts;
  /** Passages it named, and the documents these are of. */
  readonly passages: number;
  readonly documents: number;
}

/** Standard deviations that chance is granted: what lies within is no difference. */
const GRANTED = 2;

/** How unlike collections are in the words of a query, from 0 for parts of one corpus, which differ by chance alone, to nearly 1: the share of the differences between them
 *  that chance does not explain, I² of Higgins & Thompson (2002) over Cochran's Q of the terms' frequencies, beyond two standard deviations of Q. Passages of a document come
 *  together, as many as those named have to a document, which multiplies what chance brings (the design effect of cluster samples). 1 where no term tells; 0 where fewer than two have points. */
export function heterogeneity(terms: readonly JudgedTerm[], collections: readonly ComparedCollection[]): number {
  const filled = collections.map(({ counts }) => counts).filter(({ points }) => points > 0);
  if (filled.length < 2) return 0;
  const differences = terms.flatMap(({ weight }, term) => (weight > 0 ? (differencesIn(term, filled) ?? []) : []));
  const degrees = sum(differences.map((one) => one.degrees));
  if (degrees === 0) return 1;
  const chance = passagesOfDocument(collections) * (degrees + GRANTED * Math.sqrt(2 * degrees));
  return Math.max(0, 1 - chance / sum(differences.map(({ q }) => q)));
}

function passagesOfDocument(collections: readonly ComparedCollection[]): number {
  const documents = sum(collections.map((one) => one.documents));
  return documents === 0 ? 1 : sum(collections.map((one) => one.passages)) / documents;
}
