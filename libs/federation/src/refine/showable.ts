import type { SearchRequest } from '@tributary/contracts';
import type { Nomination } from '../nominate/nominate-collection.js';
import { mostPerDocument } from './refine.js';

/** Passages that one answer may show: so many of each document, however many of it were found. */
export function showable(nominations: readonly Nomination[], request: Pick<SearchRequest, 'context' | 'per_document'>): number {
  const most = mostPerDocument(request);
  let sum = 0;
  for (const { candidates } of nominations)
    for (const passages of Map.groupBy(candidates, ({ docId }) => docId).values()) sum += Math.min(most, passages.length);
  return sum;
}
