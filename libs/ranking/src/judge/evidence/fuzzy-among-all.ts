import { idf } from '../../bm25/bm25.js';
import { bm25Scores, type JudgedTerm, type LexicalContext } from './lexical.js';
import type { JudgedCollection } from './signals.js';

/** The lane compares no shorter words. */
const SHORTEST_COMPARED = 4;

/** All collections together: what the terms of the query tell among them, and how unlike they are. */
export interface Together extends LexicalContext {
  /** 0 for parts of one corpus to 1 for collections of different kinds. */
  readonly heterogeneity: number;
}

/** What the fuzzy lane of one collection found, its scores as among all collections. Each engine reckons them by the counts of its collection, where a word that the whole
 *  collection is about tells nothing. Of words as the query writes them the counts of all are known; for those like them what they tell in their collection holds: in
 *  parts of one corpus as it is, in collections of different kinds as a share of what a rare word tells there. */
export function fuzzyAmongAll(
  { candidates, counts, rankings }: JudgedCollection,
  all: Together,
): Pick<JudgedCollection, 'candidates' | 'rankings'> {
  const { fuzzy } = rankings;
  if (fuzzy === undefined) return { candidates, rankings };
  const terms = all.terms.map((term) => ({ weight: isCompared(term) ? 1 : 0 }));
  const own = bm25Scores(candidates, { terms, counts });
  const pooled = bm25Scores(candidates, { terms, counts: all.counts });
  const rare = idf(counts.points, 1);
  const unlike = rare > 0 ? idf(all.counts.points, 1) / rare : 1;
  const scale = 1 + all.heterogeneity * (unlike - 1);
  const scored = fuzzy.map(({ candidate, score }) => ({
    candidate,
    score: Math.max(0, scale * (score - (own[candidate] ?? 0)) + (pooled[candidate] ?? 0)),
  }));
  return { candidates, rankings: { fuzzy: scored } };
}

function isCompared({ isWord = false, word = '', standsFor, variantOf, formOf }: JudgedTerm): boolean {
  const isWritten = standsFor === undefined && variantOf === undefined && formOf === undefined;
  return isWord && isWritten && word.length >= SHORTEST_COMPARED;
}
