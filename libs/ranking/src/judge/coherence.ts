import { dot } from '../similarity/dot.js';
import { sumInto } from '../similarity/sum-into.js';
import type { NominatedDocument } from './document-evidence.js';
import type { JudgedCandidate } from './judged-candidate.js';
import { sum } from './sum.js';

/** Passages that stand no further apart may be of one section, which is about one thing in every document. */
const NEAR = 3;
/** From here on documents count as a whole: by so much passages of one are more alike than those of different ones, as a share of what they could be. */
const COHERENT = 0.15;
/** Until so many pairs of passages were seen, documents are taken to be coherent. */
const PRIOR = 1;

/** Cosines of pairs of passages. */
interface Pairs {
  readonly sum: number;
  readonly count: number;
}

const NO_PAIRS: Pairs = { sum: 0, count: 0 };

/** How far the documents of a collection are about one thing each, 0 to 1, by the nominated ones: how much more alike their distant passages are than passages of different
 *  documents (docs/adr/0138-documents-about-many-things.md; document homogeneity, Bendersky & Kurland 2008). 1 where nothing tells. */
export function coherence(documents: readonly Pick<NominatedDocument, 'chunks'>[], candidates: readonly JudgedCandidate[]): number {
  const passagesOf = documents.map(({ chunks }) => placed(chunks.flatMap((chunk) => candidates[chunk] ?? [])));
  if (!passagesOf.some(isLong)) return 1;
  const sums = passagesOf.map(summed);
  const far = total(
    passagesOf.map((passages, at) => (isLong(passages) ? less(pairsIn(sums[at] ?? NOTHING), nearPairs(passages)) : NO_PAIRS)),
  );
  const others = less(pairsIn(together(sums)), total(sums.map(pairsIn)));
  if (others.count === 0) return 1;
  const chance = others.sum / others.count;
  const coherent = COHERENT * (1 - chance);
  const beyond = (far.sum - far.count * chance + PRIOR * coherent) / (far.count + PRIOR);
  return coherent > 0 ? Math.min(1, Math.max(0, beyond / coherent)) : 1;
}

/** A passage that is known by its vector and its place in the document. */
interface PlacedPassage {
  readonly place: number;
  readonly vector: Float32Array;
}

/** In the order of the document. */
function placed(passages: readonly JudgedCandidate[]): readonly PlacedPassage[] {
  return passages
    .flatMap(({ chunkIndex: place, commonVector: vector }) => (place === undefined || !vector ? [] : [{ place, vector }]))
    .sort((a, b) => a.place - b.place);
}

function isLong(passages: readonly PlacedPassage[]): boolean {
  const [first, last] = [passages[0], passages.at(-1)];
  return first !== undefined && last !== undefined && last.place - first.place > NEAR;
}

/** Vectors by their sum, whose square holds the cosines of all their pairs. */
interface Summed {
  readonly sum: Float32Array;
  readonly squares: number;
  readonly count: number;
}

const NOTHING: Summed = { sum: new Float32Array(0), squares: 0, count: 0 };

function summed(passages: readonly PlacedPassage[]): Summed {
  const vectors = passages.map(({ vector }) => vector);
  const [first] = vectors;
  if (first === undefined) return NOTHING;
  const squares = vectors.reduce((square, vector) => square + dot(vector, vector), 0);
  return { sum: sumInto(new Float32Array(first.length), vectors), squares, count: vectors.length };
}

function together(parts: readonly Summed[]): Summed {
  const known = parts.filter(({ count }) => count > 0);
  return {
    sum: sumInto(
      new Float32Array(known[0]?.sum.length ?? 0),
      known.map(({ sum }) => sum),
    ),
    squares: sum(known.map(({ squares }) => squares)),
    count: sum(known.map(({ count }) => count)),
  };
}

function pairsIn({ sum, squares, count }: Summed): Pairs {
  if (count < 2) return NO_PAIRS;
  return { sum: (dot(sum, sum) - squares) / 2, count: (count * (count - 1)) / 2 };
}

function nearPairs(passages: readonly PlacedPassage[]): Pairs {
  let sum = 0;
  let count = 0;
  passages.forEach(({ place, vector }, at) => {
    for (let next = at + 1; (passages[next]?.place ?? Infinity) - place <= NEAR; next++) {
      sum += dot(vector, passages[next]?.vector ?? vector);
      count++;
    }
  });
  return { sum, count };
}

function less(pairs: Pairs, others: Pairs): Pairs {
  return { sum: pairs.sum - others.sum, count: pairs.count - others.count };
}

function total(parts: readonly Pairs[]): Pairs {
  return { sum: sum(parts.map((pairs) => pairs.sum)), count: sum(parts.map((pairs) => pairs.count)) };
}
