import type { ScopedCollection } from '../access/scoped-collection.js';
import { saysLess } from '../nominate/was-searched.js';
import { candidatesPerLane } from '../plan/candidates-per-lane.js';
import type { SearchPlan } from '../plan/plan.js';
import { showable } from '../refine/showable.js';
import { gatherCandidates, type Gathered, type GatherTools } from '../search/gather-candidates.js';

/** What was gathered, and by which plan in the end. */
export interface ChosenGathering {
  readonly plan: SearchPlan;
  readonly gathered: Gathered;
}

interface ChosenTools extends GatherTools {
  /** Hears of the collections as soon as they are being asked, each once. */
  readonly onAsked?: (collections: readonly ScopedCollection[]) => void;
}

/** Asks the chosen collections, and all the others as well where those hold fewer passages that may be shown than are wanted and nobody bound how many are asked: a
 *  filter, or exact words, may fit only what was left out. */
export async function gatherChosen(plan: SearchPlan, { onAsked, ...tools }: ChosenTools): Promise<ChosenGathering> {
  onAsked?.(plan.targets);
  const startedMs = plan.deadlines.lanes.remainingMs;
  const gathered = await gatherCandidates(plan, tools);
  if (plan.leftOut.length === 0 || showable(gathered.nominations, plan.request) >= plan.request.limit) return { plan, gathered };
  if (plan.isBounded === true) return { plan: { ...plan, notes: [boundNote(plan), ...plan.notes] }, gathered };
  const spentMs = startedMs - plan.deadlines.lanes.remainingMs;
  if (plan.deadlines.lanes.remainingMs < 2 * spentMs) return { plan, gathered };
  const wide = widened(plan);
  onAsked?.(plan.leftOut);
  const again = await gatherCandidates(wide, tools, gathered);
  return loses(gathered, again) ? { plan, gathered } : { plan: wide, gathered: again };
}

/** Whether a collection that named candidates the first time was not searched the second time, when it was asked for other words. */
function loses(before: Gathered, after: Gathered): boolean {
  const later = new Map(after.nominated.map((one) => [one.collection, one]));
  return before.nominated.some((first) => {
    const second = later.get(first.collection);
    return first.candidates.length > 0 && second !== undefined && saysLess(second, first);
  });
}

function boundNote({ targets, leftOut }: SearchPlan): string {
  const asked = targets.length === 1 ? 'The 1 collection that was asked' : `The ${targets.length.toString()} collections that were asked`;
  const others = leftOut.length === 1 ? '1 other' : `${leftOut.length.toString()} others`;
  return `${asked} held fewer passages to show than wanted, and the bound kept ${others} from being asked: give a greater max_collections, or "*" to ask all.`;
}

function widened(plan: SearchPlan): SearchPlan {
  const { request, query, targets, leftOut, selection, notes } = plan;
  const all = targets.length + leftOut.length;
  const chosen = targets.length === 1 ? 'The 1 collection' : `The ${targets.length.toString()} collections`;
  const note = `${chosen} chosen held fewer passages to show than wanted, so all ${all.toString()} were asked.`;
  return {
    ...plan,
    targets: [...targets, ...leftOut],
    leftOut: [],
    candidatesPerLane: candidatesPerLane(request, query, all),
    notes: [note, ...notes.filter((other) => !other.startsWith('Collections "auto"'))],
    ...(selection === undefined
      ? {}
      : {
          selection: {
            asked: [...selection.asked, ...selection.left_out.map((choice) => ({ ...choice, because: 'widened' as const }))],
            left_out: [],
          },
        }),
  };
}
