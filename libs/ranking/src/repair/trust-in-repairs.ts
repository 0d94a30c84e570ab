import { BM25, idf } from '../bm25/bm25.js';
import type { LexicalScale } from '../judge/evidence/lexical.js';
import { areSameButMarks } from './marked-words.js';

/** Characters of a word at which a repair is as likely right as wrong, and how slowly that changes. */
const EVEN = 5.6;
const SLOWNESS = 1.5;

/** Of what begins with a word: a compound or a form of it, as a rule. */
const BEGUN = 0.8;

/** How likely an unknown word was meant as the one that was found instead of it, 0 to 1: for sure where they are the same but for marks. Of words within one edit, if three words that nobody
 *  wrote are asked for with each misspelt one: short ones have others there by chance (docs/ranking.md, "Unknown words"). */
export function trustInRepair(word: string, standIn: string): number {
  if (areSameButMarks(word, standIn)) return 1;
  if (standIn.startsWith(word)) return BEGUN;
  return 1 / (1 + Math.exp((EVEN - Array.from(word).length) / SLOWNESS));
}

/** Share of what the words of a query tell that is asked for as written, or likely so, 0 to 1; 1 for a query without repaired words. */
export function meantShare({ terms, counts, ideal }: Pick<LexicalScale, 'terms' | 'counts' | 'ideal'>): number {
  const told = new Map<string, { readonly most: number; readonly trust: number }>();
  terms.forEach(({ word = '', standsFor, weight }, at) => {
    const frequency = counts.documentFrequency[at] ?? 0;
    if (standsFor === undefined || frequency === 0) return;
    const before = told.get(standsFor) ?? { most: 0, trust: 0 };
    const most = weight * idf(counts.points, frequency) * (BM25.k1 + 1);
    told.set(standsFor, { most: Math.max(before.most, most), trust: Math.max(before.trust, trustInRepair(standsFor, word)) });
  });
  const doubtful = [...told.values()].reduce((sum, { most, trust }) => sum + (1 - trust) * most, 0);
  return doubtful === 0 ? 1 : 1 - doubtful / ideal;
}
