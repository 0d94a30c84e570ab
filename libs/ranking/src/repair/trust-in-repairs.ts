import { BM25, idf } from '../bm25/bm25.js';
import type { LexicalScale } from '../judge/evidence/lexical.js';

/** Characters of a word at which a repair is as likely right as wrong, and how slowly that changes. */
const EVEN = 5.6;
const SLOWNESS = 1.5;

/** How likely an unknown word was meant as the one that was found instead of it, 0 to 1, if three words that nobody wrote are asked for with each misspelt one: short words have others within
 *  one edit by chance (docs/ranking.md, "Unknown words"). */
export function trustInRepair(word: string): number {
  return 1 / (1 + Math.exp((EVEN - [...word].length) / SLOWNESS));
}

/** Share of what the words of a query tell that is asked for as written, or likely so, 0 to 1; 1 for a query without repaired words. */
export function meantShare({ terms, counts, ideal }: Pick<LexicalScale, 'terms' | 'counts' | 'ideal'>): number {
  const told = new Map<string, number>();
  terms.forEach(({ standsFor, weight }, at) => {
    const frequency = counts.documentFrequency[at] ?? 0;
    if (standsFor === undefined || frequency === 0) return;
    told.set(standsFor, Math.max(told.get(standsFor) ?? 0, weight * idf(counts.points, frequency) * (BM25.k1 + 1)));
  });
  const doubtful = [...told].reduce((sum, [word, most]) => sum + (1 - trustInRepair(word)) * most, 0);
  return doubtful === 0 ? 1 : 1 - doubtful / ideal;
}
