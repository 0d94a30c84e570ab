import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { MAX_LOST_RUNS, lostTooOften } from '@tributary/messaging-port';
import { IS_SUSPECT } from './database.js';

/** A worker whose lease has run out loses its running jobs to whoever looks first. */
export const LEASE_MS = 2000;
/** How long a worker counts as present after its last sign of life; longer than the lease, so that an idle one seldom writes. */
const PRESENCE_MS = 6000;
export const PRESENCE_RENEW_MS = PRESENCE_MS / 3;

/** Whether a moment that is noted at most `lease` ahead of the clock has not come yet. One much further ahead was noted before the clock went back. */
function isAhead(column: string, lease: number): string {
  return `${column} > :now AND ${column} <= :now + ${(2 * lease).toString()}`;
}

/** Who consumes from this file, and who still holds what it took. */
export class LeaseStore {
  readonly #renew: StatementSync;
  readonly #leave: StatementSync;
  readonly #orphans: StatementSync;
  readonly #takeOver: readonly StatementSync[];
  readonly #forget: StatementSync;
  readonly #present: StatementSync;

  constructor(database: DatabaseSync) {
    this.#renew = database.prepare(
      `INSERT INTO workers (id, queues, present_until, lease_until) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET queues = excluded.queues, present_until = excluded.present_until, lease_until = excluded.lease_until`,
    );
    this.#leave = database.prepare('DELETE FROM workers WHERE id = ?');
    const leased = `SELECT id FROM workers WHERE ${isAhead('lease_until', LEASE_MS)}`;
    const orphaned = `state = 'active' AND owner IS NOT NULL AND owner NOT IN (${leased})`;
    this.#orphans = database.prepare(`SELECT 1 FROM jobs WHERE ${orphaned} LIMIT 1`);
    const dead = lostTooOften();
    const isAlone = '(SELECT COUNT(*) FROM jobs beside WHERE beside.owner = jobs.owner) = 1';
    this.#takeOver = [
      database.prepare(`UPDATE jobs SET lost_alone = lost_alone + 1 WHERE ${orphaned} AND ${IS_SUSPECT} AND ${isAlone}`),
      database.prepare(`UPDATE jobs SET state = 'cancelled', owner = NULL, finished_at = :now WHERE ${orphaned} AND cancelled = 1`),
      database.prepare(
        `UPDATE jobs SET state = 'dead', owner = NULL, finished_at = :now, error_code = '${dead.code}', error_message = '${dead.message}'
         WHERE ${orphaned} AND lost + 1 >= ${MAX_LOST_RUNS.toString()}`,
      ),
      database.prepare(`UPDATE jobs SET state = 'waiting', owner = NULL, lost = lost + 1 WHERE ${orphaned}`),
    ];
    this.#forget = database.prepare(`DELETE FROM workers WHERE NOT (${isAhead('present_until', PRESENCE_MS)})`);
    this.#present = database.prepare(
      `SELECT 1 FROM workers, json_each(workers.queues) WHERE json_each.value = :queue AND ${isAhead('present_until', PRESENCE_MS)} LIMIT 1`,
    );
  }

  /** A sign of life of a worker that consumes these queues; without any it is forgotten. */
  renew(worker: string, queues: readonly string[]): void {
    if (queues.length === 0) {
      this.leave(worker);
      return;
    }
    const now = Date.now();
    this.#renew.run(worker, JSON.stringify(queues), now + PRESENCE_MS, now + LEASE_MS);
  }

  leave(worker: string): void {
    this.#leave.run(worker);
  }

  /** True when some worker died, or stood still for longer than its lease, with jobs in its hands. */
  hasOrphans(): boolean {
    return this.#orphans.get({ now: Date.now() }) !== undefined;
  }

  /** Puts the jobs of dead workers back in line; a job that saw too many deaths is dead itself. */
  takeOver(): void {
    const now = Date.now();
    for (const statement of this.#takeOver) statement.run({ now });
    this.#forget.run({ now });
  }

  isConsumed(queue: string): boolean {
    return this.#present.get({ queue, now: Date.now() }) !== undefined;
  }
}
