import { eachRunOfTokens } from '../analysis/tokens.js';
import { idf } from '../bm25/bm25.js';
import type { TermCounts } from '../judge/evidence/term-counts.js';

/** A word of a query as it is written, and what it tells in a collection. */
export interface WeighedWord {
  readonly word: string;
  /** Inverse document frequency of its rarest term there, a fifth of it for a word that says nothing of the subject. */
  readonly weight: number;
  /** True where it is the name of the collection: its passages need not say it. */
  readonly isName?: boolean;
}

/** A query of more words is described well enough by those that tell most. */
const MOST_WORDS = 24;
const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;

/** With so many passages a collection says half of what its words tell, and all collections together the other half: of words in one or two passages nothing is known. */
const HALF_TOLD = 10;

/** What words tell among collections. */
interface OtherCounts {
  /** Of all collections together. */
  readonly pooled: TermCounts;
  /** Of the collections, 0 to 1: parts of one corpus weigh words alike, unlike ones each for itself. */
  readonly heterogeneity: number;
}

interface WeighingQuery {
  /** The query's terms, aligned with the counts. */
  readonly terms: readonly { readonly id: number; readonly matchWeight?: number | undefined }[];
  readonly counts: TermCounts;
  /** Left out: as if there were no other collection. */
  readonly among?: OtherCounts;
  /** Which terms are the name of the collection; left out: none. */
  readonly named?: readonly boolean[] | undefined;
}

/** The words of a query text by what they tell in one collection; words that are not looked for, such as stop words, are left out. */
export function weighWords(text: string, { terms, counts, among, named }: WeighingQuery): readonly WeighedWord[] {
  const pooled = among?.pooled ?? counts;
  const own = among === undefined ? 1 : (among.heterogeneity * counts.points) / (counts.points + HALF_TOLD);
  const tells = ({ points, documentFrequency }: TermCounts, at: number) => idf(points, documentFrequency[at] ?? 0);
  const idfs = new Map(
    terms.map(({ id, matchWeight = 1 }, at) => [id, matchWeight * (own * tells(counts, at) + (1 - own) * tells(pooled, at))]),
  );
  const names = new Set(terms.flatMap(({ id }, at) => (named?.[at] === true ? [id] : [])));
  const words: WeighedWord[] = [];
  for (const [word] of text.matchAll(WORDS)) {
    const ids: number[] = [];
    eachRunOfTokens(word, (tokens) => {
      for (const { id } of tokens) ids.push(id);
    });
    const weight = Math.max(0, ...ids.map((id) => idfs.get(id) ?? 0));
    if (weight > 0) words.push({ word, weight, ...(ids.some((id) => names.has(id)) ? { isName: true } : {}) });
  }
  if (words.length <= MOST_WORDS) return words;
  return words.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_WORDS);
}
