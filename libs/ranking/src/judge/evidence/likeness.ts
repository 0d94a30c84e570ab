import { cosine } from '../../similarity/cosine.js';
import { sumInto } from '../../similarity/sum-into.js';
import { bestChunk } from './greatest.js';
import type { CollectionSignals } from './signals.js';

/** Documents of a collection whose vectors tell what it found. */
const HEAD = 10;

/** Nobody keeps it. Memory of its own for each of sixteen collections would cost more than the sums. */
let scratch: readonly [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];

function scratchOf(length: number): readonly [Float32Array, Float32Array] {
  if (scratch[0].length !== length) scratch = [new Float32Array(length), new Float32Array(length)];
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
