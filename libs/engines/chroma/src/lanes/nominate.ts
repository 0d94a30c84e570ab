import type { Lane } from '@tributary/contracts';
import type { Candidate, LaneResult, NominateRequest, NominateResult } from '@tributary/engines-port';
import { permanent, toErrorRecord } from '@tributary/kernel';
import type { OwnCollection } from '../collections/own-collection.js';
import { candidateOf } from './candidate.js';
import { nearestRows, type NearestParts } from './nearest.js';

/** Runs the semantic lane. Chroma keeps no terms: the other lanes say so, and the statistics are empty. */
export async function nominateInChroma(
  parts: NearestParts,
  collection: OwnCollection,
  { request, signal }: { readonly request: NominateRequest; readonly signal?: AbortSignal | undefined },
): Promise<NominateResult> {
  const lanes: Partial<Record<Lane, LaneResult>> = {};
  for (const lane of new Set(request.lanes)) if (lane !== 'semantic' && hasInput(lane, request)) lanes[lane] = unsupported(lane);
  const { vector } = request;
  const candidates: Candidate[] = [];
  if (request.lanes.includes('semantic') && vector) {
    const began = performance.now();
    const isZero = vector.every((x) => x === 0);
    const rows = isZero ? [] : await nearestRows({ ...parts, collection, request, vector, signal });
    candidates.push(
      ...rows
        .map((row) => candidateOf(row, request))
        .sort(bySimilarity)
        .slice(0, request.limit),
    );
    const ranking = candidates.map(({ similarity = 0 }, candidate) => ({ candidate, score: similarity }));
    lanes.semantic = { status: 'searched', ranking, ms: performance.now() - began };
  }
  return { candidates, lanes, statistics: { points: 0, totalLength: 0, documentFrequency: request.terms.map(() => 0) } };
}

function hasInput(lane: Lane, { terms, words = [] }: NominateRequest): boolean {
  return lane === 'keyword' ? terms.length > 0 : words.length > 0;
}

function unsupported(lane: Lane): LaneResult {
  const error = permanent('ENGINE.UNSUPPORTED', `Chroma ranks no words: the ${lane} lane needs a side index.`);
  return { status: 'incompatible', error: toErrorRecord(error), ms: 0 };
}

function bySimilarity(a: Candidate, b: Candidate): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1);
}
