import { dot } from '../../similarity/dot.js';
import { addInto } from '../../similarity/sum-into.js';
import type { NominatedDocument } from './document-evidence.js';
import type { JudgedCandidate } from '../judged-candidate.js';
import { sum } from '../sum.js';

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
  const passagesOf = documents.map(({ chunks }) => placed(chunks, candidates)).filter((passages) => passages.length > 0);
  if (!passagesOf.some(isLong)) return 1;
  const wholes = passagesOf.map(wholeOf);
  const others = pairsBetween(wholes);
  if (others.count === 0) return 1;
  const far = total(
    passagesOf.map((passages, at) => (isLong(passages) ? less(wholes[at]?.pairs ?? NO_PAIRS, nearPairs(passages)) : NO_PAIRS)),
  );
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
function placed(chunks: readonly number[], candidates: readonly JudgedCandidate[]): readonly PlacedPassage[] {
  const passages: PlacedPassage[] = [];
  for (const chunk of chunks) {
    const { chunkIndex: place, commonVector: vector } = candidates[chunk] ?? {};
    if (place !== undefined && vector) passages.push({ place, vector });
  }
  return passages.length > 1 ? passages.sort((a, b) => a.place - b.place) : passages;
}

function isLong(passages: readonly PlacedPassage[]): boolean {
  const [first, last] = [passages[0], passages.at(-1)];
  return first !== undefined && last !== undefined && last.place - first.place > NEAR;
}

/** The passages of one document together. */
interface Whole {
  /** Of their vectors. */
  readonly sum: Float32Array;
  readonly count: number;
  readonly pairs: Pairs;
}

function wholeOf(passages: readonly PlacedPassage[]): Whole {
  const [first = { vector: new Float32Array(0) }] = passages;
  const count = passages.length;
  if (count === 1) return { sum: first.vector, count, pairs: NO_PAIRS };
  const sum = new Float32Array(first.vector.length);
  const squares = passages.reduce((total, { vector }) => total + addInto(sum, vector), 0);
  return { sum, count, pairs: { sum: (dot(sum, sum) - squares) / 2, count: pairsOf(count) } };
}

/** Of passages of different documents: the square of a sum holds the products of all its pairs. */
function pairsBetween(wholes: readonly Whole[]): Pairs {
  const all = new Float32Array(wholes[0]?.sum.length ?? 0);
  let [squares, count, within] = [0, 0, 0];
  for (const whole of wholes) {
    squares += addInto(all, whole.sum);
    count += whole.count;
    within += pairsOf(whole.count);
  }
  return { sum: (dot(all, all) - squares) / 2, count: pairsOf(count) - within };
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
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
