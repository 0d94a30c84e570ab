import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { identifiersIn, type JudgedHit } from '@tributary/ranking';
import type { Leading } from './lead-definitions.js';
import { saysName } from './says-name.js';

type Judged = JudgedHit<Candidate>;

/** Passages that are judged best, before one that says what few say. */
const BEFORE = 2;

/** The best passage that says the rarest identifier of a query, where none of those that are judged best says it: it stands behind two of them.
 *  @param first the best ones in the judge's order @param saying what was nominated since it says such an identifier, in that order */
export function leadIdentifiers(query: string, first: readonly Judged[], saying: ReadonlyMap<Judged, PointPayload>): Leading {
  const best = new Set(first.slice(0, BEFORE + 1));
  const rare = identifiersIn(query)
    .map(({ name }) => [...saying].filter(([, { content }]) => saysName(content, name)).map(([hit]) => hit))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length);
  const [hits = []] = rare;
  return { hits: hits.some((hit) => best.has(hit)) ? [] : hits.slice(0, 1), behind: BEFORE, followedBy: [] };
}
