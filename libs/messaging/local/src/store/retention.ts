import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AnyQueue } from '@tributary/contracts';

const STEP = 64;

/** Forgets finished and dead jobs as their queue says, a few at a time, so that no transaction gets long. */
export class Retention {
  readonly #count: StatementSync;
  readonly #deleteBeyond: StatementSync;
  readonly #deleteOld: StatementSync;
  readonly #deleteDead: StatementSync;
  readonly #kept = new Map<string, number>();

  constructor(database: DatabaseSync) {
    const finished = "FROM jobs WHERE queue = ? AND finished_at IS NOT NULL AND state != 'dead'";
    this.#count = database.prepare(`SELECT COUNT(*) AS jobs ${finished}`);
    this.#deleteBeyond = database.prepare(`DELETE FROM jobs WHERE id IN (SELECT id ${finished} ORDER BY finished_at LIMIT ?)`);
    this.#deleteOld = database.prepare(
      `DELETE FROM jobs WHERE id IN (SELECT id ${finished} AND finished_at < ? ORDER BY finished_at LIMIT ${STEP.toString()})`,
    );
    this.#deleteDead = database.prepare(
      `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE queue = ? AND finished_at < ? AND state = 'dead' LIMIT ${STEP.toString()})`,
    );
  }

  /** To be told of every finished job, after it was; keeps the number of remembered ones at the queue’s limit. */
  noteFinished(queue: AnyQueue, jobs: number): void {
    const known = this.#kept.get(queue.name);
    const kept = known === undefined ? this.#countFinished(queue) : known + jobs;
    const surplus = kept - queue.retention.doneCount;
    if (surplus < Math.min(STEP, Math.max(1, queue.retention.doneCount / 10))) {
      this.#kept.set(queue.name, kept);
      return;
    }
    const { changes } = this.#deleteBeyond.run(queue.name, surplus);
    this.#kept.set(queue.name, kept - Number(changes));
  }

  #countFinished(queue: AnyQueue): number {
    return Number(this.#count.get(queue.name)?.['jobs']);
  }

  /** Forgets what is over its age. */
  sweep(queue: AnyQueue): void {
    const now = Date.now();
    const { doneMs, deadMs } = queue.retention;
    const old = this.#deleteOld.run(queue.name, now - doneMs).changes;
    if (Number(old) > 0) this.#kept.delete(queue.name);
    this.#deleteDead.run(queue.name, now - deadMs);
  }
}
