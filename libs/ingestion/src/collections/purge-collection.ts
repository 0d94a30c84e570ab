import {
  SKETCHES,
  lastGeneration,
  sketchKey,
  type CollectionRecord,
  type DocumentRecord,
  type Engine,
  type RecordStore,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { gathered } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markDeleted } from '../documents/document-transitions.js';
import { rowKey } from '../documents/row-key.js';

type PurgeCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock'>;

const BATCH = 500;

/** Drops what a removed collection left: its generations in the engine and its documents in the catalog. What was written after it came back stays.
 *  May be repeated. @returns how many documents went */
export async function purgeCollection({ catalog, engines, clock }: PurgeCollaborators, name: string): Promise<number> {
  const record = await catalog.collections.get(name);
  if (record === undefined) return 0;
  if (record.removed) await dropGenerations({ engines }, record);
  let affected = 0;
  for await (const rows of gathered(catalog.documents.list({ collection: name }), BATCH)) {
    const old = rows.filter((row) => row.epoch < record.epoch && row.state !== 'deleted');
    await catalog.documents.changeMany(old.map((row) => ({ key: rowKey(row), decide: forget(record.epoch, clock.now()) })));
    affected += old.length;
  }
  return affected;
}

/** Drops every generation of a collection that is there. What another program made is none, and an engine that is configured no more holds none. */
export async function dropGenerations({ engines }: Pick<PurgeCollaborators, 'engines'>, record: CollectionRecord): Promise<void> {
  const { places = [], previous } = record;
  const own = [record, ...(previous ? [previous] : [])].filter(({ adopted }) => adopted === undefined);
  const names = new Set([...own, ...places].map(({ engine }) => engine));
  const known = [...names].map((name) => engines.find(name)).filter((engine) => engine !== undefined);
  for (const engine of known) await dropGenerationsOf(engine, record, engines.primary.records);
}

async function dropGenerationsOf(engine: Engine, record: CollectionRecord, records: RecordStore): Promise<void> {
  const last = lastGeneration(record);
  const generation = new RegExp(`^${record.name.replaceAll('.', '\\.')}__g(\\d+)$`);
  for (const { name } of await engine.listCollections()) {
    const number = generation.exec(name)?.[1];
    if (number === undefined || Number(number) > last) continue;
    await dropIfThere(engine, name);
    await records.delete(SKETCHES, [sketchKey(engine.name, name)]);
  }
}

async function dropIfThere(engine: Engine, name: string): Promise<void> {
  try {
    await engine.dropCollection(name);
  } catch (error) {
    // Somebody else who purges was quicker.
    if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
  }
}

/** The row of an older epoch becomes a tombstone that nothing in the engine stands behind. */
function forget(epoch: number, now: number) {
  const tombstone = markDeleted({ now });
  return (present: DocumentRecord | undefined) => {
    if (present === undefined || present.epoch >= epoch) return { keep: true as const };
    const change = tombstone(present);
    return 'keep' in change ? change : { set: { ...change.set, indexed_at: now } };
  };
}
