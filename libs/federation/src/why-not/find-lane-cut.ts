import { allOf, type Lane, type Principal, type WhyNotDetails } from '@tributary/contracts';
import type { SearchedTogether } from '@tributary/engines-port';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { nominateCollection, type Nomination } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { nothingToLookFor } from '../search/doubts.js';
import type { Gathered } from '../search/gather-candidates.js';
import { byWordsOfAll } from './by-words-of-all.js';
import type { Finding } from './finding.js';

/** Ranks are looked for as deep as this. */
const DEEPEST = 2000;

type LaneStanding = NonNullable<NonNullable<WhyNotDetails['lanes']>[Lane]>;

interface Missed {
  /** What its collection said in the search. */
  readonly nomination: Nomination;
  /** Ids of the passages in question. */
  readonly ids: ReadonlySet<string>;
  readonly plan: SearchPlan;
  readonly gathered: Gathered;
  readonly principal: Principal;
  readonly sources: SearchCollaborators;
}

/** Where a document that no lane nominated would have stood: its scores from the lanes themselves, asked for it alone, and its ranks from a longer
 *  list. */
export async function findLaneCut({ nomination, ids, plan, gathered, principal, sources }: Missed): Promise<Finding> {
  const { deadlines } = plan;
  const { record } = nomination.collection;
  const wordless = nothingToLookFor([nomination], plan);
  if (wordless !== undefined) return { verdict: 'below_lane_cut', stage: 'nominate', explanation: [wordless], details: { lanes: {} } };
  const filter = allOf([plan.request.filter, { must: [{ has_id: [...ids] }] }]);
  const alone = new ScopedCollection(record, sources, readScope(principal, { ...plan.request, filter }, sources.clock));
  const { together, ...request } = gathered.request;
  const asked = { ...request, withVectors: false, deadlines: { ...deadlines, lanes: deadlines.read } };
  const [own, deep] = await Promise.all([
    nominateCollection(alone, asked),
    nominateCollection(nomination.collection, { ...asked, limit: DEEPEST }),
  ]);
  const lists = together && nomination.isJoint ? byWordsOfAll({ nomination, own, deep }, gathered) : { nomination, own, deep };
  const standings = plan.lanes.map((lane) => [lane, standingIn(lane, { ...lists, ids })] as const);
  return {
    verdict: 'below_lane_cut',
    stage: 'nominate',
    explanation: [
      `No lane had it among ${lookedAmong(nomination, together)}: ask in words that are closer to it, or narrow the search down.`,
      ...standings.map(([lane, standing]) => `${lane}: ${sentenceOf(standing, nomination.lanes[lane])}`),
      ...gathered.notes,
    ],
    details: { lanes: Object.fromEntries(standings) },
  };
}

/** What was looked at, and of which list the ranks are. */
function lookedAmong({ collection, isJoint, limit, further = 0 }: Nomination, together: SearchedTogether | undefined): string {
  const { name } = collection.record;
  const exact = further === 0 ? '' : `, or ${further.toString()} more found letter by letter`;
  if (together === undefined || !isJoint) return `the ${limit.toString()} best passages of ${name}${exact}`;
  return `the ${together.best.toString()} best passages of all collections or the ${together.each.toString()} best of ${name}${exact}, where it has the ranks below`;
}

interface Lists {
  readonly nomination: Nomination;
  readonly own: Nomination;
  readonly deep: Nomination;
  readonly ids: ReadonlySet<string>;
}

function standingIn(lane: Lane, { nomination, own, deep, ids }: Lists): LaneStanding {
  const ranking = nomination.rankings[lane] ?? [];
  const last = ranking.at(-1);
  const score = own.rankings[lane]?.[0]?.score;
  const place = (deep.rankings[lane] ?? []).findIndex(({ candidate }) => ids.has(deep.candidates[candidate]?.id ?? ''));
  return {
    ...(place < 0 ? {} : { rank: place + 1 }),
    ...(score === undefined ? {} : { score }),
    ...(last === undefined ? {} : { last: { rank: ranking.length, score: last.score } }),
  };
}

function sentenceOf({ rank, score, last }: LaneStanding, coverage: Nomination['lanes'][Lane]): string {
  if (coverage?.status !== 'searched') return `not searched (${coverage?.code ?? coverage?.status ?? 'nothing to look for'}).`;
  if (score === undefined) return 'found nothing of the query in it.';
  const place = rank === undefined ? `a rank beyond ${DEEPEST.toString()}` : `rank ${rank.toString()}`;
  const cut = last === undefined ? '' : `; the last of ${last.rank.toString()} candidates had ${last.score.toPrecision(3)}`;
  return `${place} with ${score.toPrecision(3)}${cut}.`;
}
