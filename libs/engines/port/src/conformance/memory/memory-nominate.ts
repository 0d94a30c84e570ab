import type { Lane } from '@tributary/contracts';
import {
  compileFilter,
  entryOf,
  type Candidate,
  type LaneResult,
  type NominateRequest,
  type NominateResult,
  type Point,
} from '../../index.js';
import { countStatistics, occurrencesOf } from '../reference/bm25.js';
import { cosineOf } from '../reference/cosine.js';
import { scoresOfLane, type LaneRules } from '../reference/lane-scores.js';
import type { MemoryCollection } from './memory-collection.js';

/** Runs the lanes by brute force. */
export function nominateInMemory(collection: MemoryCollection, request: NominateRequest, rules: LaneRules): NominateResult {
  const { points } = collection;
  // Also refuses a filter that no lane would have looked at.
  compileFilter(request.filter ?? {});
  const index = new Map<string, number>();
  const lanes: Partial<Record<Lane, LaneResult>> = {};
  for (const lane of new Set(request.lanes)) {
    const scores = scoresOfLane(lane, request, { points, rules })?.slice(0, request.limit);
    if (!scores) continue;
    for (const { id } of scores) if (!index.has(id)) index.set(id, index.size);
    lanes[lane] = { status: 'searched', ms: 0, ranking: scores.map(({ id, score }) => ({ candidate: index.get(id) ?? 0, score })) };
  }
  const byId = new Map(points.map((point) => [point.id, point]));
  const candidates = [...index.keys()].flatMap((id) => byId.get(id) ?? []).map((point) => candidateOf(point, request));
  return { candidates, lanes, statistics: countStatistics(points, request.terms) };
}

/** A point with every signal. */
export function candidateOf(
  point: Point,
  { terms, vector, common, withVectors }: Pick<NominateRequest, 'terms' | 'vector' | 'common' | 'withVectors'>,
): Candidate {
  const { id, payload, features } = point;
  const entry = entryOf(payload);
  return {
    id,
    docId: payload.doc_id,
    docVersion: payload.doc_version,
    chunkIndex: payload.chunk_index,
    totalChunks: payload.total_chunks,
    ...(entry === undefined ? {} : { entry }),
    body: Uint8Array.from(terms, (term) => occurrencesOf(point, term.id)?.body ?? 0),
    title: Uint8Array.from(terms, (term) => occurrencesOf(point, term.id)?.title ?? 0),
    length: features.terms.length,
    ...(vector && point.vector ? { similarity: cosineOf(vector, point.vector) } : {}),
    ...(common && features.common.length > 0 ? { commonSimilarity: cosineOf(common, features.common) } : {}),
    ...(withVectors && features.common.length > 0 ? { commonVector: features.common } : {}),
  };
}
