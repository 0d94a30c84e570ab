import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import { estimated } from '../conditions/count-as-one.js';
import { keepCandidates } from '../conditions/keep-candidates.js';
import { says } from '../conditions/says.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import { FEW_COLLECTIONS, candidatesPerLane } from '../plan/candidates-per-lane.js';
import type { SearchPlan } from '../plan/plan.js';
import type { Gathered } from './gather-candidates.js';
import { judgeCandidates, type JudgeTools } from './judge-candidates.js';

type Judged = readonly JudgedHit<Candidate>[];

/** The judge's order, with the same head however long a list is asked for: evidence depends on which candidates there are, so those that the lanes of few collections
 *  name for a short list are judged by themselves, and what else a long one needs stands below them. Of many collections even lists of usual length go deeper than
 *  the shortest, or an engine divides the depth among them. */
export async function judgeHeadFirst(plan: SearchPlan, gathered: Gathered, tools: JudgeTools): Promise<Judged> {
  const { nominations } = gathered;
  const depth = candidatesPerLane({ ...plan.request, limit: 1 }, plan.query, plan.targets.length);
  if (plan.request.algorithm !== 'hybrid' || nominations.length > FEW_COLLECTIONS || plan.candidatesPerLane <= depth)
    return judgeCandidates(plan, gathered, tools);
  const first = nominations.map((nomination) =>
    estimated(amongFirst(nomination, { depth, literalAt: gathered.literalAt }), gathered.wordsAt),
  );
  const head = await judgeCandidates(plan, { ...gathered, nominations: first }, tools);
  if (countOf(first) === countOf(nominations)) return head;
  return below(head, await judgeCandidates(plan, gathered, tools));
}

function countOf(nominations: readonly Nomination[]): number {
  return nominations.reduce((sum, { candidates }) => sum + candidates.length, 0);
}

/** With the candidates only that stand among the first of a lane, and those that a short list has whatever their lanes say: what says letter by letter what was looked for so, and files that the
 *  query calls by their paths, documents and definitions that it calls by their names, and what says an identifier that few say. */
function amongFirst(nomination: Nomination, { depth, literalAt }: { readonly depth: number } & Pick<Gathered, 'literalAt'>): Nomination {
  const { candidates, rankings, named, titled, definitions, saying } = nomination;
  const first = new Set(
    Object.values(rankings).flatMap((ranking) => ranking.slice(0, depth).map(({ candidate }) => candidates[candidate])),
  );
  const isLookedFor = (candidate: Candidate) =>
    named?.has(candidate.docId) === true ||
    (candidate.chunkIndex === 0 && titled?.has(candidate.docId) === true) ||
    definitions?.has(candidate.id) === true ||
    saying?.has(candidate.id) === true ||
    literalAt.some((places) => places.every((at) => says(candidate, at)));
  return keepCandidates(nomination, (candidate) => first.has(candidate) || isLookedFor(candidate));
}

/** The head, and what is not in it by the order of all, lower than its last. */
function below(head: Judged, all: Judged): Judged {
  const known = new Set(head.map(keyOf));
  const rest = all.filter((hit) => !known.has(keyOf(hit)));
  const drop = Math.max(0, (rest[0]?.score ?? 0) - (head.at(-1)?.score ?? 0));
  return [...head, ...rest.map((hit) => lowered(hit, drop))];
}

function keyOf({ collection, candidate }: JudgedHit<Candidate>): string {
  return `${collection.toString()} ${candidate.id}`;
}

function lowered(hit: JudgedHit<Candidate>, by: number): JudgedHit<Candidate> {
  const score = hit.score - by;
  return { ...hit, score, signals: () => ({ ...hit.signals(), score }) };
}
