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
function headOf({ documents, vectors }: Found, scores: readonly number[]): readonly number[] | undefined {
  const scoreOf = (at: number) => scores[at] ?? 0;
  const head = documents
    .map(({ chunks }) => chunks.reduce((best, at) => (scoreOf(at) > scoreOf(best) ? at : best)))
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, HEAD)
    .flatMap((at) => vectors[at] ?? []);
  const [first] = head;
  return first && sumOf(head, first.length);
}

/** A list of numbers: memory of its own, which a typed array takes, costs more than the sum. */
function sumOf(vectors: readonly Float32Array[], length: number): readonly number[] {
  const sums = new Array<number>(length);
  for (let d = 0; d < length; d++) {
    let sum = 0;
    for (const vector of vectors) sum += vector[d] ?? 0;
    sums[d] = sum;
  }
  return sums;
}

function likeness(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  if (a === undefined || b === undefined) return 1;
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
