import { maintenanceQueue } from '@tributary/contracts';
import { BegunCopies, isOutOfReach, keptDocuments, liveCollections, type CollectionRecord } from '@tributary/engines-port';
import type { MigrationCollaborators } from '../collaborators.js';
import { dropCopy } from '../generations/add-generation.js';
import { Migrations } from '../record/migrations.js';
import { dropPrevious } from '../switching/switch-over.js';

/** How long what answered before is kept on where it alone holds documents: what is told of it can be followed that long. */
const KEPT_ON_MS = 7 * 86_400_000;

/** Wakes the moves of which nothing is heard, since their job may be lost. Drops what answered before a move once it is no longer kept, and what a move that
 *  ended without it has copied; an engine that is away keeps both until a later sweep.
 *  @returns how many moves run */
export async function sweepMigrations({
  catalog,
  engines,
  queues,
  clock,
}: Pick<MigrationCollaborators, 'catalog' | 'engines' | 'queues' | 'clock'>): Promise<number> {
  const migrations = new Migrations(engines.primary.records, clock);
  let running = 0;
  for await (const move of migrations.running()) {
    // One that only waits to be tried again has its job: with another one each time it would be given up the sooner.
    if (migrations.isQuiet(move)) await queues.add(maintenanceQueue, { task: 'migrate', collection: move.collection });
    running++;
  }
  for (const record of await liveCollections(catalog)) {
    if (record.previous === undefined || record.previous.until > clock.now()) continue;
    // While the move is being undone, what answered before is the target.
    if (!record.building.includes(record.previous.generation)) await leftWhileAway(dropExpired({ catalog, engines, clock }, record));
  }
  await dropCopies({ catalog, engines, migrations });
  return running;
}

/** What answered before is kept for another while as long as it alone holds documents. */
async function dropExpired(
  { catalog, engines, clock }: Pick<MigrationCollaborators, 'catalog' | 'engines' | 'clock'>,
  record: CollectionRecord,
): Promise<void> {
  if (engines.find(record.engine) === undefined) return;
  if ((await keptDocuments({ catalog, engines }, record)).length === 0) {
    await dropPrevious({ catalog, engines }, record);
    return;
  }
  const { generation } = record.previous ?? {};
  const until = clock.now() + KEPT_ON_MS;
  await catalog.collections.change(record.name, (present) =>
    present?.previous === undefined || present.previous.generation !== generation
      ? { keep: true }
      : { set: { ...present, previous: { ...present.previous, until } } },
  );
}

/** Copies whose move has ended are what answers by now, or go. */
async function dropCopies({
  migrations,
  ...making
}: Pick<MigrationCollaborators, 'catalog' | 'engines'> & { readonly migrations: Migrations }): Promise<void> {
  const copies = new BegunCopies(making.engines.primary.records);
  for await (const copy of copies.all()) {
    const move = await migrations.get(copy.collection);
    if (move?.state === 'running') continue;
    await leftWhileAway(dropCopy(making, copy).then(() => copies.forget(copy)));
  }
}

async function leftWhileAway(dropped: Promise<void>): Promise<void> {
  try {
    await dropped;
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
