import type { StoredPoint } from '@tributary/engines-port';
import type { ContentConditions } from '@tributary/ranking';
import { failureOf } from '../nominate/failure.js';
import { failedNomination, type Nomination } from '../nominate/nominate-collection.js';
import { keepCandidates } from './keep-candidates.js';
import { readContents, textOf, type ContentLimits } from './read-contents.js';

/** Drops the candidates whose text does not meet the query's operators. A collection whose texts cannot be read in time is lost: passages that
 *  were not looked at must not slip through. */
export async function checkContents(nomination: Nomination, conditions: ContentConditions, limits: ContentLimits): Promise<Nomination> {
  const { collection, candidates, lanes, ms } = nomination;
  if (conditions.areEmpty || candidates.length === 0) return nomination;
  try {
    const points = await readContents(nomination, limits);
    const passing = new Set(points.filter(passes(conditions)).map(({ id }) => id));
    return keepCandidates(nomination, ({ id }) => passing.has(id));
  } catch (error) {
    return failedNomination(collection, { failure: failureOf(error), lanes: laneNames(lanes), ms });
  }
}

/** Whether a passage meets the query's operators. */
export function passes(conditions: Pick<ContentConditions, 'passes'>) {
  return (point: StoredPoint) => conditions.passes(textOf(point));
}

function laneNames(lanes: Nomination['lanes']) {
  return (['semantic', 'keyword', 'fuzzy'] as const).filter((lane) => lanes[lane] !== undefined);
}
