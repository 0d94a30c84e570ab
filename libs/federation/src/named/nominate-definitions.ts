import type { PointPayload } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import type { AskedDefinition } from '@tributary/ranking';
import { withPassages } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { passagesSaying } from './beyond-lanes.js';
import { begins } from './declares.js';
import { fitOf, isDefinition } from './is-definition.js';
import { bestFitting } from './qualifier.js';
import { inOtherStyle, isSaidAsWritten, termsOfStyles } from './other-style.js';
import { saysWhole, USE, useOf } from './says-name.js';

/** Passages of one collection: of more definitions nobody knows which is meant. */
const MOST = 10;
/** Of uses. */
const MOST_USES = 30;
/** Passages that are read for a name amid words that say more: it may be that of a product, which many texts say. What defines it says it in its title path, and is read first. */
const READ_AMID_MORE = 100;
/** Of the time until texts must be there, in which passages are looked for, and then asked about. */
const SHARE_OF_CONTENTS = 0.4;

/** The nominations with the passages that define what the query is the name of, or asks for, and where it asks for its uses with those that say it: where many say a name its definition need not be among the best of any lane. What a collection does not say in time is left out. */
export async function nominateDefinitions(
  nominations: readonly Nomination[],
  request: NominationRequest,
  written: AskedDefinition,
): Promise<readonly Nomination[]> {
  const { asked, said } = await sayingIt(nominations, request, written);
  const meant = new Set(meantAmong([...said.values()].flat(), asked));
  return Promise.all(
    nominations.map(async (one) => {
      const ofOne = (said.get(one) ?? []).filter((point) => meant.has(point));
      const chosen = [...definingAmong(ofOne, asked), ...usingAmong(ofOne, asked)];
      return chosen.length === 0 ? one : withDefinitions(one, request, chosen);
    }),
  );
}

interface Sought {
  readonly asked: AskedDefinition;
  readonly said: ReadonlyMap<Nomination, readonly StoredPoint[]>;
}

/** The passages that say the name; where none says it as it is written, those of the same name in another case style, if code defines it so. */
async function sayingIt(nominations: readonly Nomination[], request: NominationRequest, asked: AskedDefinition): Promise<Sought> {
  const deadline = request.deadlines.contents.share(SHARE_OF_CONTENTS);
  // An identifier is a term of its own beside its parts.
  const [own, ...others] = termsOfStyles(asked.definition.name);
  const sought = { isFile: false, deadline, ...(asked.asks === 'more' ? { most: READ_AMID_MORE } : {}) };
  const saying = (id: number | undefined) => passagesSaying(nominations, request, { terms: id === undefined ? [] : [id], ...sought });
  const asWritten = await saying(own);
  if (isSaidAsWritten(asked.definition, payloadsOf(asWritten))) return { asked, said: asWritten };
  const said = merged([asWritten, ...(await Promise.all(others.map(saying)))]);
  const definition = inOtherStyle(asked.definition, payloadsOf(said));
  return definition === undefined ? { asked, said: asWritten } : { asked: { ...asked, definition }, said };
}

function merged(some: readonly Sought['said'][]): Sought['said'] {
  const all = Map.groupBy(
    some.flatMap((said) => [...said]),
    ([nomination]) => nomination,
  );
  return new Map([...all].map(([nomination, found]) => [nomination, found.flatMap(([, points]) => points)]));
}

function payloadsOf(said: Sought['said']): readonly PointPayload[] {
  return [...said.values()].flat().map(({ payload }) => payload);
}

/** Of all that say the name, the definitions that fit best, and what is asked for beside them. */
function meantAmong(points: readonly StoredPoint[], { definition, asks }: AskedDefinition): readonly StoredPoint[] {
  const defining = points.filter(({ payload }) => isDefinition(payload, definition));
  const best = definition.isWord ? defining : bestFitting(defining, ({ payload }) => fitOf(payload, definition)).best;
  if (asks !== 'uses') return best;
  const saying = points.filter(({ payload }) => useOf(payload, definition) > USE.none);
  const whole = saying.filter(({ payload }) => saysWhole(payload.content, definition));
  return [...best, ...(whole.length > 0 ? whole : saying)];
}

function definingAmong(points: readonly StoredPoint[], { definition }: AskedDefinition): readonly StoredPoint[] {
  const defining = points.filter(({ payload }) => isDefinition(payload, definition));
  const isBeginning = ({ payload }: StoredPoint) => Number(begins(payload, definition.name));
  return defining.sort((a, b) => isBeginning(b) - isBeginning(a)).slice(0, MOST);
}

/** Code before tests, and these before texts. */
function usingAmong(points: readonly StoredPoint[], { definition, asks }: AskedDefinition): readonly StoredPoint[] {
  if (asks !== 'uses') return [];
  const using = points.map((point) => ({ point, use: useOf(point.payload, definition) })).filter(({ use }) => use > USE.none);
  return using
    .sort((a, b) => b.use - a.use)
    .slice(0, MOST_USES)
    .map(({ point }) => point);
}

async function withDefinitions(nomination: Nomination, request: NominationRequest, asked: readonly StoredPoint[]): Promise<Nomination> {
  const definitions = new Set(asked.map(({ id }) => id));
  const found = await withPassages(nomination, request, { ids: definitions, share: SHARE_OF_CONTENTS });
  return found === undefined ? nomination : { ...found, definitions };
}
