import { dot } from '../similarity/dot.js';
import type { JudgedCollection } from './signals.js';

/** Documents of a collection whose vectors tell what it found. */
const HEAD = 10;

/** How alike what each collection found is to what the collection of the best passage found: cosine of the mean vectors of their ten best documents by the common
 *  model; 1 where it is not known.
 *  @param scores of each collection, a score per candidate, by which its best documents are known */
export function likenessToLeader(collections: readonly JudgedCollection[], scores: readonly (readonly number[])[]): readonly number[] {
  const heads = collections.map(({ candidates }, at) => headOf(candidates, scores[at] ?? []));
  const bests = scores.map((ofOne) => ofOne.reduce((best, score) => Math.max(best, score), -Infinity));
  const leader = heads[bests.indexOf(Math.max(...bests))];
  return heads.map((head) => likeness(head, leader));
}

/** Sum of the vectors of the best passages of the best documents; undefined where none has one. */
function headOf(candidates: JudgedCollection['candidates'], scores: readonly number[]): Float32Array | undefined {
  const bestOf = new Map<string, number>();
  candidates.forEach(({ docId }, at) => {
    const known = bestOf.get(docId);
    if (known === undefined || (scores[at] ?? 0) > (scores[known] ?? 0)) bestOf.set(docId, at);
  });
  const head = [...bestOf.values()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, HEAD);
  const vectors = head.flatMap((at) => candidates[at]?.commonVector ?? []);
  const [first] = vectors;
  if (first === undefined) return undefined;
  const sums = new Float64Array(first.length);
  for (const vector of vectors) for (let d = 0; d < sums.length; d++) sums[d] = (sums[d] ?? 0) + (vector[d] ?? 0);
  return Float32Array.from(sums);
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 1;
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
