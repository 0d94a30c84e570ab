import type { Candidate } from '@tributary/engines-port';
import type { ErrorRecord } from '@tributary/kernel';
import type { TextFeatures } from '../analysis/text-features.js';
import type { JoinParts } from './points.js';
import type { RankedWords, WordRanking } from './rank-words.js';

export interface JoinContext extends JoinParts {
  readonly texts: TextFeatures;
  /** Why the index cannot be asked. */
  readonly unready?: ErrorRecord;
}

/** What the index had to say, or why nothing. */
export type Words =
  | { readonly ranked: RankedWords; readonly ranking: WordRanking }
  | { readonly error: ErrorRecord; readonly isStale: boolean };

/** The candidates of the lexical lanes as the points proper describe them. */
export function candidatesOf(words: Words): readonly Candidate[] {
  if ('error' in words) return [];
  return [...words.ranked.lanes.values()].flatMap(({ ranking }) => ranking.flatMap(({ id }) => words.ranking.verified(id) ?? []));
}
