import { identifiersIn, poolCounts } from '@tributary/ranking';
import { withPassages } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';

/** An identifier that so many passages say, of all searched ones, is what a query is about; of one that more say the lanes name enough. */
const FEW = 10;
/** Passages of one collection. */
const MOST = 30;
/** Of the time until texts must be there. */
const SHARE_OF_CONTENTS = 0.3;

/** The nominations with the passages that say an identifier of the query which few say: in a question of many words, which others say, they need not be among the best of any lane. What a collection does not say in time is left out.
 *  @param query as it was written */
export async function nominateIdentifiers(
  nominations: readonly Nomination[],
  request: NominationRequest,
  query: string,
): Promise<readonly Nomination[]> {
  const { terms } = request.query;
  const identifiers = request.lanes.includes('keyword') ? identifiersIn(query) : [];
  if (identifiers.length === 0) return nominations;
  const { documentFrequency } = poolCounts(nominations.map((one) => one.counts));
  const frequencies = new Map(terms.map(({ id }, at) => [id, documentFrequency[at] ?? 0]));
  const isRare = (id: number) => (frequencies.get(id) ?? 0) > 0 && (frequencies.get(id) ?? 0) <= FEW;
  const rare = identifiers.map(({ id }) => id).filter(isRare);
  if (rare.length === 0) return nominations;
  const places = rare.map((id) => terms.findIndex((term) => term.id === id));
  const mayHave = ({ answered, collection, counts }: Nomination) =>
    answered && !collection.isForeign && places.some((at) => (counts.documentFrequency[at] ?? 0) > 0);
  return Promise.all(nominations.map(async (one) => (mayHave(one) ? withSaying(one, request, rare) : one)));
}

async function withSaying(nomination: Nomination, request: NominationRequest, ids: readonly number[]): Promise<Nomination> {
  const limits = { deadline: request.deadlines.contents.share(SHARE_OF_CONTENTS), signal: request.signal };
  const asked = { lanes: ['keyword'] as const, limit: MOST, terms: ids.map((id) => ({ id, weight: 1 })) };
  const said = await unlessLate(limits, async (signal) => (await nomination.collection.nominate(asked, signal)).candidates, []);
  const saying = new Set(said.map(({ id }) => id));
  const found = await withPassages(nomination, request, { ids: saying, share: SHARE_OF_CONTENTS });
  return found === undefined ? nomination : { ...found, saying };
}
