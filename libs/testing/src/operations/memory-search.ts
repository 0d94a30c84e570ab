import { matchesPattern, type Coverage, type SearchAnswer, type SearchHit, type SearchRequest } from '@tributary/contracts';
import { countTokens, formatDocumentUri, permanent } from '@tributary/kernel';
import type { MemoryDocument, MemoryDocuments } from './memory-documents.js';
import { fitsFilter } from './memory-filter.js';
import { memoryPointId } from './memory-points.js';

/** Ranks documents by the share of the query’s words they contain; a collection named `slow` is reported as timed out. */
export function searchMemory(documents: MemoryDocuments, request: SearchRequest): SearchAnswer {
  const names = documents.collections();
  const selected = names.filter((name) => request.collections.some((pattern) => matchesPattern(pattern, name)));
  if (selected.length === 0 && !request.collections.includes('*')) {
    throw permanent('COLLECTION.NOT_FOUND', `None of these collections exists: ${request.collections.join(', ')}.`, {
      category: 'not_found',
    });
  }
  const words = wordsOf(request.query);
  const ranked = documents
    .list()
    .filter(({ collection }) => selected.includes(collection) && collection !== 'slow')
    .filter((document) => fitsFilter(request.filter ?? {}, { id: memoryPointId(document), payload: document }))
    .map((document) => toHit(document, words))
    .filter(({ relevance }) => relevance > 0 && relevance >= request.min_relevance)
    .toSorted((a, b) => b.relevance - a.relevance);
  const from = Number(request.cursor ?? 0);
  const hits = withinBudget(ranked.slice(from, from + request.limit), request.token_budget);
  const next = from + hits.length;
  return { hits, coverage: selected.map(coverageOf), notes: [], took_ms: 1, ...(next < ranked.length ? { cursor: next.toString() } : {}) };
}

function toHit(document: MemoryDocument, words: readonly string[]): SearchHit {
  const { collection, id, content, title, path, metadata } = document;
  const own = new Set(wordsOf(`${title ?? ''} ${content}`));
  const relevance = words.length === 0 ? 0 : words.filter((word) => own.has(word)).length / words.length;
  const lines = content.split('\n');
  return {
    id: memoryPointId(document),
    uri: `${formatDocumentUri({ collection, key: id })}#0`,
    collection,
    title: title ?? id,
    ...(path === undefined ? {} : { path }),
    range: { start: [1, 1], end: [lines.length, Math.max(1, lines.at(-1)?.length ?? 1)] },
    relevance,
    content,
    metadata: metadata ?? {},
  };
}

function withinBudget(hits: readonly SearchHit[], budget = Number.POSITIVE_INFINITY): SearchHit[] {
  let room = budget;
  return hits.filter(({ content }, index) => {
    room -= countTokens(content);
    return index === 0 || room >= 0;
  });
}

function coverageOf(collection: string): Coverage {
  const isSlow = collection === 'slow';
  return {
    collection,
    engine: 'memory',
    status: isSlow ? 'timed_out' : 'searched',
    ...(isSlow ? { reason: 'no answer within 800 ms' } : {}),
    ms: 1,
    candidates: 1,
    lanes: {},
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
