import type { CloseLook } from './close-look.js';
import { Judgement, type JudgeRequest } from './judge.js';
import type { JudgedCandidate } from './judged-candidate.js';
import { laneWeights } from './weights/lane-weights.js';
import type { JudgedCollection } from './evidence/signals.js';

export const terms = [{ weight: 1 }, { weight: 1 }];

export function candidate(id: string, fields: Partial<JudgedCandidate> & { readonly counts?: readonly number[] } = {}): JudgedCandidate {
  const { counts = [0, 0], ...rest } = fields;
  return { id, docId: id, body: Uint8Array.from(counts), title: new Uint8Array(counts.length), length: 10, ...rest };
}

export function countsOf(often: number) {
  return { points: 100, totalLength: 1000, documentFrequency: [often, 10] };
}

export function collection(candidates: readonly JudgedCandidate[], fields: Partial<JudgedCollection> = {}): JudgedCollection {
  return {
    candidates,
    counts: countsOf(10),
    rankings: {},
    model: 'static',
    isCommonModel: true,
    ...fields,
  };
}

export function judgementOf(collections: readonly JudgedCollection[], request: Partial<JudgeRequest> = {}) {
  const algorithm = request.algorithm ?? 'hybrid';
  return new Judgement({ algorithm, weights: laneWeights(algorithm), terms, fuzzyWords: 2, collections, ...request });
}

export function rank(
  collections: readonly JudgedCollection[],
  request: Partial<JudgeRequest> = {},
  looks: readonly (CloseLook | undefined)[] = [],
) {
  return judgementOf(collections, request).rank(looks);
}

export const ids = (hits: ReturnType<typeof rank>) => hits.map((hit) => hit.candidate.id);
