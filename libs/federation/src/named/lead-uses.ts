import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit, NamedDefinition } from '@tributary/ranking';
import { leadDefinitions, type Leading } from './lead-definitions.js';
import { saysWhole, USE, useOf } from './says-name.js';

type Judged = JudgedHit<Candidate>;
type Passages = ReadonlyMap<Judged, PointPayload>;

/** Nobody reads on further for it. */
const MOST = 50;

/** The passages that say what the query asks for the uses of: code as it is judged, then tests, then texts, and behind these what defines it. Where any says it with what the query says before it, those are meant. */
export function leadUses(wanted: NamedDefinition, passages: Passages): Leading {
  const { hits: definitions } = leadDefinitions(wanted, passages);
  if (definitions.length === 0 && mayBeProduct(wanted)) return { hits: [], behind: 0, followedBy: [] };
  const saying = [...passages].map(([hit, payload]) => ({ hit, payload, use: useOf(payload, wanted) })).filter(({ use }) => use > USE.none);
  const whole = saying.filter(({ payload }) => saysWhole(payload.content, wanted));
  const uses = (whole.length > 0 ? whole : saying).sort((a, b) => b.use - a.use).slice(0, MOST);
  return {
    hits: [...uses.map(({ hit }) => hit), ...definitions.filter((hit) => !uses.some((use) => use.hit === hit))],
    behind: 0,
    followedBy: [],
  };
}

/** Products are written as types are (`users of GitHub`): such a name is one of code where code defines it. */
function mayBeProduct({ name, within }: NamedDefinition): boolean {
  return within.length === 0 && /^\p{Lu}/u.test(name);
}
