import { isUnmapped, lettingGo, physicalName, revived, type Catalog, type Change, type CollectionRecord } from '@tributary/engines-port';
import type { MigrationCollaborators } from '../collaborators.js';
import { dropIfThere, withoutBuilding } from '../generations/add-generation.js';
import type { MigrationRecord } from '../record/migration-record.js';

interface Switch {
  readonly move: MigrationRecord;
  readonly generation: number;
  /** Until when what answered before is kept, in milliseconds since the epoch. */
  readonly until: number;
  /** Points of the collection of another program whose content is moved; left out where nobody counted them. */
  readonly points?: number | undefined;
}

/** True when the target of a move answers. */
export function hasSwitched(record: CollectionRecord | undefined, { to }: MigrationRecord): boolean {
  return record?.removed === false && record.adopted === undefined && record.generation === to.generation && record.engine === to.engine;
}

/** Lets the target answer, by one conditional write of the record. @returns false when a write has missed the target, so that it must be compared again */
export async function switchOver(catalog: Catalog, change: Switch): Promise<boolean> {
  const { move } = change;
  const isRename = move.collection !== move.from.collection;
  const source = isRename ? await catalog.collections.get(move.from.collection) : undefined;
  const record = await catalog.collections.change(move.collection, isRename ? appear(change, source) : replace(change));
  return hasSwitched(record, move);
}

/** From now on writes may reach the target again; what it missed is found by the comparison that follows. */
export async function catchUp(catalog: Catalog, collection: string, generation: number): Promise<void> {
  await catalog.collections.change(collection, (present) => {
    const places = present?.places ?? [];
    if (present === undefined || !places.some((place) => place.generation === generation && place.behind === true)) return { keep: true };
    return { set: { ...present, places: places.map((place) => (place.generation === generation ? { ...place, behind: false } : place)) } };
  });
}

/** Drops what answered before the last move, so that the place is free for what answers now. On an engine that is configured no more it is let go. */
export async function dropPrevious(
  { catalog, engines }: Pick<MigrationCollaborators, 'catalog' | 'engines'>,
  record: CollectionRecord,
): Promise<void> {
  const { name, previous } = record;
  if (previous === undefined) return;
  const engine = engines.find(previous.engine);
  if (engine !== undefined && previous.adopted === undefined) await dropIfThere(engine, physicalName(name, previous.generation));
  await catalog.collections.change(name, (present) => {
    if (present?.previous?.generation !== previous.generation) return { keep: true };
    const { previous: _dropped, ...rest } = present;
    return { set: lettingGo(present, rest) };
  });
}

function replace({ move, generation, until, points }: Switch) {
  return (present: CollectionRecord | undefined): Change<CollectionRecord> => {
    const place = present?.places?.find((one) => one.generation === generation);
    const mayAnswer = present?.removed === false && present.building.includes(generation) && place?.behind !== true;
    if (!mayAnswer) return { keep: true };
    const { generation: before, engine, card, adopted, originals = [], ...rest } = withoutBuilding(present, generation);
    const previous = { generation: before, engine, card, until, ...(adopted === undefined ? {} : { adopted }) };
    const { description, description_generated } = card;
    const own = { ...(place?.card ?? card), description, description_generated };
    const moved =
      adopted === undefined ? originals : [...originals, { engine, name: adopted, ...(points === undefined ? {} : { points }) }];
    const from = moved.length === 0 ? {} : { originals: moved };
    const whose = isUnmapped(present) ? { unmapped: true as const } : {};
    return { set: { ...rest, ...from, ...whose, engine: move.to.engine, generation, card: own, previous } };
  };
}

/** @param source what it is a copy of: others may have come to know of it since the copy began */
function appear({ move, generation }: Switch, source: CollectionRecord | undefined) {
  return (present: CollectionRecord | undefined): Change<CollectionRecord> => {
    const isReserved = present?.removed === true && present.generation === generation && present.engine === move.to.engine;
    if (!isReserved || present.last === generation) return { keep: true };
    const { engine, adopted } = move.from;
    // So that the card of the one it was made of can go without its content being found twice.
    const originals = adopted === undefined ? present.originals : [...(present.originals ?? []), { engine, name: adopted }];
    const { known_to: known, ...rest } = present;
    const names = source === undefined ? known : source.known_to;
    const whose = names === undefined ? {} : { known_to: names };
    return { set: revived({ ...rest, ...whose, ...(originals === undefined ? {} : { originals }) }) };
  };
}
