import type { Lane } from '@tributary/contracts';
import type { Candidate, LaneResult, NominateRequest, NominateResult } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { OwnCollection } from '../collections/own-collection.js';
import { candidateOf } from './candidate.js';
import { nearestRows, type NearestParts } from './nearest.js';

/** Runs the semantic lane. Chroma keeps no terms: other lanes are refused, and the statistics are empty. */
export async function nominateInChroma(
  parts: NearestParts,
  collection: OwnCollection,
  { request, signal }: { readonly request: NominateRequest; readonly signal?: AbortSignal | undefined },
): Promise<NominateResult> {
  refuseWords(request);
  const lanes: Partial<Record<Lane, LaneResult>> = {};
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

/** @throws `ENGINE.UNSUPPORTED` when a lane is asked for that Chroma cannot run */
function refuseWords({ lanes, terms, words = [] }: NominateRequest): void {
  const lane = lanes.find((one) => (one === 'keyword' && terms.length > 0) || (one === 'fuzzy' && words.length > 0));
  if (lane) throw permanent('ENGINE.UNSUPPORTED', `Chroma ranks no words: the ${lane} lane needs a side index.`);
}

function bySimilarity(a: Candidate, b: Candidate): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1);
}
