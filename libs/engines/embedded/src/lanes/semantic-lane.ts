import type { Bitmap } from '../memory/bitmap.js';
import { JointContest, JointRanking, type Depth } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import { ScanQuery } from '../vectors/scan-query.js';
import type { CandidateSet } from './candidate-set.js';

/** A collection in which a lane looks. */
interface Searched {
  readonly projection: Projection;
  readonly admitted: Bitmap;
  readonly candidates: CandidateSet;
}

/** The best admitted points by cosine, exact, of each collection: the scans nominate by 8-bit vectors, the f32 vectors decide. */
export function semanticLane(searched: readonly Searched[], query: Float32Array, depth: Depth): readonly (readonly RankedSlot[])[] {
  if (query.every((x) => x === 0)) return searched.map(() => []);
  const [rough, fine] = [new JointContest(searched.length, depth), new JointContest(searched.length, depth)];
  const exact = new JointRanking(
    searched.map(({ projection }) => projection.isBefore),
    depth,
  );
  const scanned = new ScanQuery(query);
  const looked = searched.map(({ projection, admitted }, at) => {
    const goal = { limit: depth.best, rough: rough.of(at), fine: fine.of(at) };
    return projection.vectors.nominate(scanned, admitted, goal);
  });
  const named = looked.map((name) => name());
  // By now all is known that the scans can tell.
  const nominees = named.flatMap((slots, at) => {
    const { threshold } = fine.of(at);
    return slots.filter(({ score }) => score >= threshold).map(({ slot, score }) => ({ at, slot, score }));
  });
  // The likeliest of all collections first: the fewer have to be looked at.
  if (searched.length > 1) nominees.sort((a, b) => b.score - a.score);
  const entrants = searched.map(({ candidates }, at) => ({ candidates, contest: exact.of(at) }));
  for (const { at, slot, score } of nominees) {
    const entrant = entrants[at];
    if (entrant === undefined || score < entrant.contest.threshold) continue;
    const similarity = entrant.candidates.similarity(slot, query);
    if (similarity !== undefined) entrant.contest.offer(slot, similarity);
  }
  return exact.rankings();
}
