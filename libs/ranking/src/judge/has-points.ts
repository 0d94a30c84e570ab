import type { TermCounts } from './evidence/term-counts.js';

interface CountedCollection {
  readonly counts: Pick<TermCounts, 'points'>;
  readonly candidates: { readonly length: number };
}

/** False of a collection that is empty or did not answer: what is said of several collections is not said of it. */
export function hasPoints({ counts, candidates }: CountedCollection): boolean {
  return counts.points > 0 || candidates.length > 0;
}
