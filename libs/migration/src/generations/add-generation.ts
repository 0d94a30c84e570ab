import type { Card } from '@tributary/contracts';
import type { EmbeddingProviders } from '@tributary/embedding-port';
import {
  BegunCopies,
  firstNumbers,
  isOutOfReach,
  isUnmapped,
  lastGeneration,
  lettingGo,
  physicalName,
  type BegunCopy,
  type Change,
  type CollectionRecord,
  type Engine,
} from '@tributary/engines-port';
import { hasCode, permanent, type TributaryError } from '@tributary/kernel';
import { ANALYSER } from '@tributary/ranking';
import type { MigrationCollaborators } from '../collaborators.js';
import type { MigrationRecord } from '../record/migration-record.js';

type Making = Pick<MigrationCollaborators, 'catalog' | 'engines' | 'crashAt'>;

/** The number of the generation a move fills. */
export async function chooseGeneration({ catalog, engines }: Making, { collection, to }: MigrationRecord): Promise<number> {
  const record = await catalog.collections.get(collection);
  const generation = record === undefined ? (await firstNumbers(catalog)).generation : lastGeneration(record) + 1;
  // What an earlier move that failed may have left there would count as copied.
  await makeRoom(engines, { collection, engine: to.engine, generation });
  return generation;
}

/** Drops what a move began, and what holds nothing. Anything else has come about after what the catalog knows, as when a backup was restored.
 *  @throws `MIGRATION.GENERATION_TAKEN` */
async function makeRoom(engines: MigrationCollaborators['engines'], copy: Omit<BegunCopy, 'v'>): Promise<void> {
  const engine = engines.get(copy.engine);
  const name = physicalName(copy.collection, copy.generation);
  const held = await engine.getCollection(name);
  if (held === undefined) return;
  if (held.documents > 0 && !(await new BegunCopies(engines.primary.records).has(copy))) throw taken(copy, held.documents);
  await dropIfThere(engine, name);
}

function taken({ collection, engine, generation }: Omit<BegunCopy, 'v'>, documents: number): TributaryError {
  return permanent(
    'MIGRATION.GENERATION_TAKEN',
    `${engine} holds ${physicalName(collection, generation)} with ${documents.toString()} documents, which the catalog does not know, as after an older backup was restored: "tributary doctor --repair" takes over what is only there; move ${collection} after that.`,
    { category: 'conflict' },
  );
}

/** Makes the target and has every write go there, too, from now on. Under another name nothing is written to it but by this move, and the record is
 *  only reserved. May be repeated. @returns true when the target was not there */
export async function addGeneration(
  { catalog, engines, providers }: Making & { readonly providers: EmbeddingProviders },
  move: MigrationRecord,
  generation: number,
): Promise<boolean> {
  const { collection, from, to } = move;
  const source = await catalog.collections.get(from.collection);
  if (source === undefined || source.removed) throw gone(from.collection);
  const card = await targetCard(source, { move, generation, providers });
  const engine = engines.get(to.engine);
  const name = physicalName(collection, generation);
  const isNew = (await engine.getCollection(name)) === undefined;
  if (isNew) await engine.createCollection(name, card);
  const isSameName = collection === from.collection;
  const { epoch } = await firstNumbers(catalog);
  await catalog.collections.change(collection, (present) =>
    isSameName
      ? withBuilding(present, { generation, engine: to.engine, card })
      : reserved(present, { source, move, generation, card, epoch }),
  );
  return isNew;
}

/** Writes go only to what answers again. What was copied is dropped, except where it is what answered before; on an engine that is away by the sweep. */
export async function abandonGeneration(making: Making, { collection, to, back }: MigrationRecord): Promise<void> {
  const { engine, generation } = to;
  if (generation === undefined) return;
  await letGo(making, { collection, generation });
  if (back) return;
  try {
    await dropUnused(making, { collection, engine, generation });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}

/** The same for a copy of which no move knows any more. @throws what the engine throws when it is out of reach */
export async function dropCopy(making: Making, copy: Omit<BegunCopy, 'v'>): Promise<void> {
  await letGo(making, copy);
  await dropUnused(making, copy);
}

/** From here on it cannot begin to answer. */
async function letGo({ catalog }: Making, { collection, generation }: Pick<BegunCopy, 'collection' | 'generation'>): Promise<void> {
  await catalog.collections.change(collection, (present) => {
    if (present?.building.includes(generation) === true) return { set: lettingGo(present, withoutBuilding(present, generation)) };
    const isReserved = present?.removed === true && present.generation === generation;
    return isReserved ? { set: { ...present, last: generation } } : { keep: true };
  });
}

/** What answers, or answered before, stays. */
async function dropUnused({ catalog, engines }: Making, { collection, engine, generation }: Omit<BegunCopy, 'v'>): Promise<void> {
  const record = await catalog.collections.get(collection);
  const isUsed =
    record?.removed === false && [record, record.previous].some((one) => one?.generation === generation && one.engine === engine);
  if (!isUsed) await dropIfThere(engines.get(engine), physicalName(collection, generation));
}

export async function dropIfThere(engine: Engine, name: string): Promise<void> {
  try {
    await engine.dropCollection(name);
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
  }
}

/** The record without a generation that was being built. */
export function withoutBuilding(record: CollectionRecord, generation: number): CollectionRecord {
  const { places = [], ...rest } = record;
  const others = places.filter((place) => place.generation !== generation);
  const building = record.building.filter((number) => number !== generation);
  return { ...rest, building, ...(others.length === 0 ? {} : { places: others }) };
}

/** The card of the target: that of the source, with the model its vectors are made by. What answered before keeps its own. */
async function targetCard(
  { card, previous }: CollectionRecord,
  { move, generation, providers }: { readonly move: MigrationRecord; readonly generation: number; readonly providers: EmbeddingProviders },
): Promise<Card> {
  if (move.back && previous?.generation === generation) return previous.card;
  if (move.embed === undefined) return ownCard(card);
  return { ...ownCard(card), model: await providers.get(move.embed.model).describe(undefined, 'anew') };
}

/** The card of a collection of ours that holds what another one held. Ours are ranked by cosine, as those of others are that are read. */
function ownCard(card: Card): Card {
  const { fields, model, ...rest } = card;
  if (fields === undefined) return card;
  const vectors = { dense: 'dense', sparse: 'sparse', trigram: 'trigram' };
  return { ...rest, model: { ...model, distance: 'cosine' }, vectors, payload_layout: 'tributary', chunker: '', analyser: ANALYSER };
}

function withBuilding(
  present: CollectionRecord | undefined,
  place: { readonly generation: number; readonly engine: string; readonly card: Card },
): Change<CollectionRecord> {
  if (present === undefined || present.removed) return { keep: true };
  const isThere = present.building.includes(place.generation) || isAnswering(present, place);
  if (isThere) return { keep: true };
  const building = [...present.building, place.generation];
  return { set: { ...present, building, places: [...(present.places ?? []), place] } };
}

function isAnswering(record: CollectionRecord, { generation, engine }: { readonly generation: number; readonly engine: string }): boolean {
  return record.generation === generation && record.engine === engine && record.adopted === undefined;
}

interface Reservation {
  readonly source: CollectionRecord;
  readonly move: MigrationRecord;
  readonly generation: number;
  readonly card: Card;
  /** Of a name that the catalog does not know. */
  readonly epoch: number;
}

/** A record that says "removed" keeps the name: it does not answer, and whoever makes the collection meanwhile takes another generation. Who may not
 *  know of the source does not learn of its copy. */
function reserved(
  present: CollectionRecord | undefined,
  { source, move, generation, card, epoch: first }: Reservation,
): Change<CollectionRecord> {
  if (present !== undefined && !present.removed) {
    if (isAnswering(present, { generation, engine: move.to.engine })) return { keep: true };
    throw permanent('COLLECTION.EXISTS', `There is a collection ${move.collection} by now: choose another name.`, { category: 'conflict' });
  }
  const epoch = present?.epoch ?? first;
  const { users, known_to, described_by } = source;
  const known = known_to === undefined ? {} : { known_to };
  const described = described_by === undefined ? {} : { described_by };
  const whose = {
    ...(users === undefined ? {} : { users }),
    ...known,
    ...described,
    ...(isUnmapped(source) ? { unmapped: true as const } : {}),
  };
  return { set: { v: 1, name: move.collection, engine: move.to.engine, card, generation, building: [], epoch, ...whose, removed: true } };
}

function gone(collection: string): TributaryError {
  return permanent('COLLECTION.NOT_FOUND', `There is no collection ${collection} any more.`, { category: 'not_found' });
}
