import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit, NamedDefinition } from '@tributary/ranking';
import { documentOf } from '../refine/refine.js';
import { leadDefinitions, type Leading } from './lead-definitions.js';

type Judged = JudgedHit<Candidate>;

/** Passages that are judged best, before the definition of what is said amid other words. */
const BEFORE = 2;

/** Where the query says an identifier amid other words, the passage in which its definition begins: behind the two that are judged best, unless it is one of the first three. */
export function leadMentioned(wanted: NamedDefinition, passages: ReadonlyMap<Judged, PointPayload>): Leading {
  const { hits } = leadDefinitions(wanted, passages);
  const best = new Set([...passages.keys()].slice(0, BEFORE + 1));
  const beginnings = [...new Map(hits.toReversed().map((hit) => [documentOf(hit), hit])).values()].toReversed();
  return { hits: beginnings.some((hit) => best.has(hit)) ? [] : beginnings.slice(0, 1), behind: BEFORE, followedBy: [] };
}
