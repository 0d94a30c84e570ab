import type { StoredPoint } from '@tributary/engines-port';
import { termIdsOf, type NamedDefinition } from '@tributary/ranking';
import { withPassages } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { passagesSaying } from './beyond-lanes.js';
import { begins } from './declares.js';
import { isDefinition } from './is-definition.js';

/** Passages of one collection: of more definitions nobody knows which is meant. */
const MOST = 10;
/** Of the time until texts must be there, in which passages are looked for, and then asked about. */
const SHARE_OF_CONTENTS = 0.4;

/** The nominations with the passages that define what the query is the name of: where many say a name its definition need not be among the best of any lane. What a collection does not say in time is left out. */
export async function nominateDefinitions(
  nominations: readonly Nomination[],
  request: NominationRequest,
  wanted: NamedDefinition,
): Promise<readonly Nomination[]> {
  // An identifier is a term of its own beside its parts.
  const terms = [...termIdsOf(wanted.name)].slice(0, 1);
  const deadline = request.deadlines.contents.share(SHARE_OF_CONTENTS);
  const said = await passagesSaying(nominations, request, { terms, isFile: false, deadline });
  return Promise.all(
    nominations.map(async (one) => {
      const defining = (said.get(one) ?? []).filter(({ payload }) => isDefinition(payload, wanted));
      return defining.length === 0 ? one : withDefinitions(one, request, beginningsFirst(defining, wanted.name).slice(0, MOST));
    }),
  );
}

function beginningsFirst(points: readonly StoredPoint[], name: string): readonly StoredPoint[] {
  return points.toSorted((a, b) => Number(begins(b.payload, name)) - Number(begins(a.payload, name)));
}

async function withDefinitions(nomination: Nomination, request: NominationRequest, defining: readonly StoredPoint[]): Promise<Nomination> {
  const definitions = new Set(defining.map(({ id }) => id));
  const found = await withPassages(nomination, request, { ids: definitions, share: SHARE_OF_CONTENTS });
  return found === undefined ? nomination : { ...found, definitions };
}
