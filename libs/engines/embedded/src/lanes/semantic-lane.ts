import type { Bitmap } from '../memory/bitmap.js';
import { JointContest, JointRanking, type Depth } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import { measured } from '../vectors/quantise.js';
import { ScanQuery } from '../vectors/scan-query.js';
import type { CandidateSet } from './candidate-set.js';

/** A collection in which a lane looks. */
interface Searched {
  readonly projection: Projection;
  readonly admitted: Bitmap;
  readonly candidates: CandidateSet;
}

/** The best admitted points by cosine, exact, of each collection: the scans nominate by vectors of four bits an element, the f32 vectors decide. */
export function semanticLane(searched: readonly Searched[], query: Float32Array, depth: Depth): readonly (readonly RankedSlot[])[] {
  if (query.every((x) => x === 0)) return searched.map(() => []);
  const contest = new JointContest(searched.length, depth);
  const exact = new JointRanking(
    searched.map(({ projection }) => projection.isBefore),
    depth,
  );
  const scanned = new ScanQuery(query);
  const nominees = searched.map(({ projection, admitted }, at) =>
    projection.vectors.nominate(scanned, admitted, { limit: depth.best, contest: contest.of(at) }),
  );
  const entrants = searched.map(({ candidates }, at) => ({ candidates, contest: exact.of(at) }));
  const { room } = scanned;
  const exactly = measured(query);
  // By now all is known that the scans can tell.
  contest.settle();
  // The likeliest of all collections first: the fewer have to be looked at.
  room.forEachGreatest(
    nominees.map((of) => of.range()),
    (at, place) => {
      const entrant = entrants[at];
      if (entrant === undefined || room.scoreAt(place) < entrant.contest.threshold) return;
      const slot = room.slotAt(place);
      const similarity = entrant.candidates.similarity(slot, exactly);
      if (similarity !== undefined) entrant.contest.offer(slot, similarity);
    },
  );
  return exact.rankings();
}
