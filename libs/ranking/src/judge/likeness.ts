import { dot } from '../similarity/dot.js';
import type { CollectionSignals } from './signals.js';

/** Documents of a collection whose vectors tell what it found. */
const HEAD = 10;

type Found = Pick<CollectionSignals, 'documents' | 'vectors'>;

/** How alike what each collection found is to what the collection of the best passage found: cosine of the mean vectors of their ten best documents by the common
 *  model; 1 where it is not known.
 *  @param scores of each collection, a score per candidate, by which its best documents are known */
export function likenessToLeader(collections: readonly Found[], scores: readonly (readonly number[])[]): readonly number[] {
  const heads = collections.map((found, at) => headOf(found, scores[at] ?? []));
  const bests = scores.map((ofOne) => ofOne.reduce((best, score) => Math.max(best, score), -Infinity));
  const leader = heads[bests.indexOf(Math.max(...bests))];
  return heads.map((head) => likeness(head, leader));
}

/** Sum of the vectors of the best passages of the best documents; undefined where none has one. */
function headOf({ documents, vectors: all }: Found, scores: readonly number[]): Float32Array | undefined {
  const scoreOf = (at: number) => scores[at] ?? 0;
  const vectors = documents
    .map(({ chunks }) => chunks.reduce((best, at) => (scoreOf(at) > scoreOf(best) ? at : best)))
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, HEAD)
    .flatMap((at) => all[at] ?? []);
  const [first] = vectors;
  if (first === undefined) return undefined;
  const sums = new Float64Array(first.length);
  for (const vector of vectors) for (let d = 0; d < sums.length; d++) sums[d] = (sums[d] ?? 0) + (vector[d] ?? 0);
  return new Float32Array(sums);
}

function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 1;
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
