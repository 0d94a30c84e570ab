import type { StoredPoint } from '@tributary/engines-port';
import type { ContentConditions } from '@tributary/ranking';
import { within } from '@tributary/kernel';
import { failureOf } from '../nominate/failure.js';
import { failedNomination, type Nomination } from '../nominate/nominate-collection.js';
import type { SearchDeadlines } from '../plan/deadlines.js';
import { keepCandidates } from './keep-candidates.js';

/** Drops the candidates whose text does not meet the query's operators. A collection whose texts cannot be read in time is lost: passages that
 *  were not looked at must not slip through. */
export async function checkContents(
  nomination: Nomination,
  conditions: ContentConditions,
  { deadlines, signal }: { readonly deadlines: SearchDeadlines; readonly signal: AbortSignal | undefined },
): Promise<Nomination> {
  const { collection, candidates, lanes, ms } = nomination;
  if (conditions.areEmpty || candidates.length === 0) return nomination;
  try {
    const points = await within({ deadline: deadlines.contents, signal }, (limit) =>
      collection.readHits(
        candidates.map(({ id }) => id),
        limit,
      ),
    );
    const passing = new Set(points.filter(passes(conditions)).map(({ id }) => id));
    return keepCandidates(nomination, ({ id }) => passing.has(id));
  } catch (error) {
    return failedNomination(collection, { failure: failureOf(error), lanes: laneNames(lanes), ms });
  }
}

/** Whether a passage meets the query's operators. */
export function passes(conditions: ContentConditions) {
  return ({ payload: { title, heading = title, content } }: StoredPoint) => conditions.passes({ title: heading, content });
}

function laneNames(lanes: Nomination['lanes']) {
  return (['semantic', 'keyword', 'fuzzy'] as const).filter((lane) => lanes[lane] !== undefined);
}
