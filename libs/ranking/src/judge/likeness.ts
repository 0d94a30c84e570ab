import { bestChunk } from './greatest.js';
import type { CollectionSignals } from './signals.js';

/** Documents of a collection whose vectors tell what it found. */
const HEAD = 10;

/** Nobody keeps it. Memory of its own for each of sixteen collections would cost more than the sums. */
let scratch: readonly [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];

function scratchOf(length: number): readonly [Float64Array, Float64Array] {
  if (scratch[0].length !== length) scratch = [new Float64Array(length), new Float64Array(length)];
  return scratch;
}

type Found = Pick<CollectionSignals, 'documents' | 'vectors'>;

/** How alike what each collection found is to what the collection of the best passage found: cosine of the mean vectors of their ten best documents by the common
 *  model; 1 where it is not known.
 *  @param scores of each collection, a score per candidate, by which its best documents are known */
export function likenessToLeader(collections: readonly Found[], scores: readonly (readonly number[])[]): readonly number[] {
  const heads = collections.map((found, at) => headOf(found, scores[at] ?? []).flatMap((chunk) => found.vectors[chunk] ?? []));
  const bests = scores.map((ofOne) => ofOne.reduce((best, score) => Math.max(best, score), -Infinity));
  const leading = heads[bests.indexOf(Math.max(...bests))] ?? [];
  const [leader, other] = scratchOf(leading[0]?.length ?? 0);
  sumInto(leader, leading);
  return heads.map((head) => (leading.length === 0 || head.length === 0 ? 1 : cosine(sumInto(other, head), leader)));
}

/** The best passages of the best documents, as indexes. */
function headOf({ documents }: Found, scores: readonly number[]): readonly number[] {
  const scoreOf = (at: number) => scores[at] ?? 0;
  return documents
    .map(({ chunks }) => bestChunk(chunks, scoreOf))
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, HEAD);
}

/** The sum of vectors, in `sums`. */
function sumInto(sums: Float64Array, vectors: readonly Float32Array[]): Float64Array {
  sums.fill(0);
  for (const vector of vectors) for (let d = 0; d < sums.length; d++) sums[d] = (sums[d] ?? 0) + (vector[d] ?? 0);
  return sums;
}

function cosine(a: Float64Array, b: Float64Array): number {
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let d = 0; d < a.length; d++) {
    const x = a[d] ?? 0;
    const y = b[d] ?? 0;
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  return product / (Math.sqrt(squaresOfA * squaresOfB) || 1);
}
