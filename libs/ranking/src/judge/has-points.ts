import type { JudgedCollection } from './evidence/signals.js';

/** False of a collection that is empty or did not answer: what is said of several collections is not said of it. */
export function hasPoints({ counts, candidates }: Pick<JudgedCollection, 'counts' | 'candidates'>): boolean {
  return counts.points > 0 || candidates.length > 0;
}
