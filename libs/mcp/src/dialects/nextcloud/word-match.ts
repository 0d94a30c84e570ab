import { termIdsOf } from '@tributary/ranking';

/** A word in the title counts as much as three in the text. */
const TITLE = 3;

export interface WordMatched {
  readonly title: string;
  readonly content: string;
  /** BM25 of title and text together, as a share of the best the query could reach. */
  readonly lexical: number;
}

/** How well a passage has the very words of a query: BM25, in which a title counts like text, and on top of it the share of the words that the title has,
 *  twice. @param terms ids of the words of the query @returns 0 where none of them occurs, at most 1 */
export function wordMatch(terms: readonly number[], { title, content, lexical }: WordMatched): number {
  if (terms.length === 0) return 0;
  const inTitle = termIdsOf(title);
  const share = terms.filter((term) => inTitle.has(term)).length / terms.length;
  if (share === 0) {
    // A word that was only repaired is similar, not found: similar words are the fuzzy lane’s.
    const inContent = termIdsOf(content);
    if (!terms.some((term) => inContent.has(term))) return 0;
  }
  return Math.min(1, (Math.max(0, lexical) + (TITLE - 1) * share) / TITLE);
}
