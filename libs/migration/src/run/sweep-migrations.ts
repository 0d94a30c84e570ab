import { maintenanceQueue } from '@tributary/contracts';
import { isOutOfReach } from '@tributary/engines-port';
import type { MigrationCollaborators } from '../collaborators.js';
import { Migrations } from '../record/migrations.js';
import { dropPrevious } from '../switching/switch-over.js';

/** Wakes the moves of which nothing is heard, since their job may be lost, and drops what answered before a move once it is no longer kept. An engine that is
 *  away keeps it until a later sweep.
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
  for await (const record of catalog.collections.list()) {
    if (record.removed || record.previous === undefined || record.previous.until > clock.now()) continue;
    // While the move is being undone, what answered before is the target.
    if (!record.building.includes(record.previous.generation)) await leftWhileAway(dropPrevious({ catalog, engines }, record));
  }
  return running;
}

async function leftWhileAway(dropped: Promise<void>): Promise<void> {
  try {
    await dropped;
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
