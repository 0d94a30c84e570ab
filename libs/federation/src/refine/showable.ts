import type { SearchRequest } from '@tributary/contracts';
import type { Nomination } from '../nominate/nominate-collection.js';
import { mostPerDocument } from './refine.js';

type Shown = Pick<SearchRequest, 'context' | 'per_document'>;

/** Passages that one answer may show: so many of each document, however many of it were found. */
export function showable(nominations: readonly Nomination[], request: Shown): number {
  const most = mostPerDocument(request);
  let sum = 0;
  for (const nomination of nominations) for (const found of foundOf(nomination).values()) sum += Math.min(most, found);
  return sum;
}

/** Ids of documents of which as many passages were found as one answer may show. */
export function shownWhole(nomination: Nomination, request: Shown): readonly string[] {
  const most = mostPerDocument(request);
  return [...foundOf(nomination)].flatMap(([docId, found]) => (found >= most ? [docId] : []));
}

/** Passages found of each document, by its id. */
function foundOf({ candidates }: Nomination): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { docId } of candidates) found.set(docId, (found.get(docId) ?? 0) + 1);
  return found;
}
