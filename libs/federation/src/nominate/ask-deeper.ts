import { bm25Scores, poolCounts } from '@tributary/ranking';
import type { Circuits } from './circuits.js';
import { nominateAll } from './nominate-all.js';
import type { Nomination, NominationRequest } from './nominate-collection.js';
import { betterAnswer } from './was-searched.js';

/** A list of one lane that may go on beyond what was asked for. */
interface OpenList {
  readonly nomination: Nomination;
  /** On the scale of all lists it is compared with, the best first. */
  readonly scores: readonly number[];
}

/** Where an engine searches each of many collections by itself their lists are short. One that ends within the best of all collections has more of these, so its
 *  collection is asked again, to the depth of a single one (docs/adr/0125-cut-lists-are-asked-for-again.md). What was said first stands where no time is left or
 *  nothing better is said.
 *  @returns the nominations in their order */
export async function askDeeper(
  nominations: readonly Nomination[],
  request: NominationRequest,
  circuits: Circuits,
): Promise<readonly Nomination[]> {
  const { together, ...alone } = request;
  if (!together || request.limit >= together.best || !nominations.some(isByItself)) return nominations;
  const cut = await cutWithin(nominations, request, together.best);
  const slowest = Math.max(0, ...cut.map(({ ms }) => ms));
  if (cut.length === 0 || request.deadlines.lanes.remainingMs < 2 * slowest) return nominations;
  const collections = cut.map(({ collection }) => collection);
  const deeper = await nominateAll(collections, { ...alone, limit: together.best }, circuits);
  const better = new Map(deeper.map((one) => [one.collection, one]));
  return nominations.map((before) => {
    const after = better.get(before.collection);
    return after ? betterAnswer(before, after) : before;
  });
}

/** The nominations of which a list ends within the so many best of all. */
async function cutWithin(nominations: readonly Nomination[], request: NominationRequest, best: number): Promise<readonly Nomination[]> {
  const groups = [keywordLists(nominations, request), ...(await semanticLists(nominations, request))];
  const cut = new Set(groups.flatMap((lists) => endingWithin(lists, best)));
  return nominations.filter((one) => cut.has(one));
}

function endingWithin(lists: readonly OpenList[], best: number): readonly Nomination[] {
  const all = lists.flatMap(({ scores }) => scores).toSorted((a, b) => b - a);
  const bar = all[best - 1] ?? 0;
  return lists
    .filter(
      ({ nomination, scores }) =>
        isByItself(nomination) && scores.length >= nomination.limit && nomination.limit < best && (scores.at(-1) ?? 0) > bar,
    )
    .map(({ nomination }) => nomination);
}

function isByItself({ answered, isJoint }: Nomination): boolean {
  return answered && !isJoint;
}

/** By the statistics of all collections, since each lane counts by its own. */
function keywordLists(nominations: readonly Nomination[], { query: { terms } }: NominationRequest): readonly OpenList[] {
  const counts = poolCounts(nominations.map((one) => one.counts));
  return nominations.map((nomination) => {
    const named = (nomination.rankings.keyword ?? []).flatMap(({ candidate }) => nomination.candidates[candidate] ?? []);
    return { nomination, scores: bm25Scores(named, { terms, counts }).sort((a, b) => b - a) };
  });
}

/** Of each model by itself: cosines of two models are on two scales. */
async function semanticLists(
  nominations: readonly Nomination[],
  { query: { vectors } }: NominationRequest,
): Promise<readonly (readonly OpenList[])[]> {
  const lists = await Promise.all(
    nominations.map(async (nomination) => {
      const scores = (nomination.rankings.semantic ?? []).map(({ score }) => score);
      return { nomination, scores, ofModel: await vectors.of(nomination.collection.record.card.model) };
    }),
  );
  return [...Map.groupBy(lists, ({ ofModel }) => ofModel).values()];
}
