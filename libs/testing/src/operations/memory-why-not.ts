import type { SearchRequest, WhyNotAnswer } from '@tributary/contracts';
import type { MemoryDocuments } from './memory-documents.js';
import { searchMemory } from './memory-search.js';

/** Whether a document is among the hits, would be among more of them, or is not there. */
export function whyNotInMemory(
  documents: MemoryDocuments,
  { uri, request }: { readonly uri: string; readonly request: SearchRequest },
): WhyNotAnswer {
  const wanted = uri.replace(/#\d+$/, '');
  const placeIn = (limit: number) =>
    searchMemory(documents, { ...request, limit }).hits.findIndex((hit) => hit.uri.startsWith(`${wanted}#`)) + 1;
  const [shown, place] = [placeIn(request.limit), placeIn(Number.POSITIVE_INFINITY)];
  if (shown > 0) return { uri, verdict: 'shown', stage: 'answer', explanation: [`It is hit ${shown.toString()}.`], details: { place } };
  if (place === 0) return { uri, verdict: 'unknown', stage: 'index', explanation: ['There is no such document.'], details: {} };
  return { uri, verdict: 'judged_low', stage: 'judge', explanation: [`It has place ${place.toString()}.`], details: { place } };
}
