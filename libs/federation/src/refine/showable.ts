import type { SearchRequest } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { Nomination } from '../nominate/nominate-collection.js';
import { limitFor } from './refine.js';

type Shown = Pick<SearchRequest, 'context' | 'per_document'>;

/** Passages that one answer may show: so many of each document or entry, however many of it were found. */
export function showable(nominations: readonly Nomination[], request: Shown): number {
  const { limit } = limitFor(request);
  let sum = 0;
  for (const nomination of nominations) for (const { found } of foundOf(nomination, request)) sum += Math.min(limit, found);
  return sum;
}

/** Ids of documents of which as many passages were found as one answer may show. Of one that is made of entries others may be shown. */
export function shownWhole(nomination: Nomination, request: Shown): readonly string[] {
  const { limit } = limitFor(request);
  const isWhole = ({ entry }: Candidate) => entry === undefined || request.context === 'full_note';
  return foundOf(nomination, request).flatMap(({ first, found }) => (found >= limit && isWhole(first) ? [first.docId] : []));
}

interface Found {
  readonly first: Candidate;
  /** Passages of the same document or entry. */
  readonly found: number;
}

function foundOf({ candidates }: Nomination, request: Shown): readonly Found[] {
  const { documentOf } = limitFor(request);
  const found = Map.groupBy(candidates, (candidate) => documentOf({ collection: 0, candidate }));
  return [...found.values()].flatMap(([first, ...more]) => (first ? [{ first, found: more.length + 1 }] : []));
}
