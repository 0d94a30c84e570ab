import type { DatabaseSync } from 'node:sqlite';
import type { AnyQueue, JobQuery, JobState, JobSummary, QueueCounts } from '@tributary/contracts';
import type { Backlog } from '@tributary/messaging-port';
import { CountRow, IdRow, SUMMARY_COLUMNS, TakeableRow, toSummary } from './rows.js';
import { prepareJobStatements, type JobStatements } from './statements.js';

export interface NewJob {
  readonly queue: string;
  readonly json: string;
  readonly bytes: number;
  readonly priority: number;
  readonly label: string | undefined;
  readonly dedup: string | undefined;
  readonly exclusive: string | undefined;
  /** Milliseconds since the epoch; undefined: at once. */
  readonly dueAt: number | undefined;
}

/** One run of a job by one worker. What it reports is ignored once the job has been taken over by another. */
export interface Run {
  readonly id: number;
  readonly owner: string;
  readonly number: number;
}

/** The last word on a job. */
export interface Ending {
  readonly state: 'done' | 'skipped' | 'dead' | 'cancelled';
  readonly reason?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Reads and writes job rows. Every write runs inside the transaction its caller has begun. */
export class JobStore {
  readonly #database: DatabaseSync;
  readonly #sql: JobStatements;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#sql = prepareJobStatements(database);
  }

  /** Stores a job, or finds the waiting one of the same dedup key that stands for it. */
  add(job: NewJob): { readonly id: number; readonly deduplicated: boolean } {
    const standing = job.dedup === undefined ? undefined : this.#sql.standing.get(job.queue, job.dedup);
    if (standing !== undefined) return { id: IdRow.parse(standing).id, deduplicated: true };
    const state = job.dueAt === undefined ? 'waiting' : 'delayed';
    const { lastInsertRowid } = this.#sql.insert.run(
      job.queue,
      state,
      job.priority,
      job.label ?? null,
      job.dedup ?? null,
      job.exclusive ?? null,
      job.bytes,
      Date.now(),
      job.dueAt ?? null,
    );
    this.#sql.insertPayload.run(lastInsertRowid, job.json);
    return { id: Number(lastInsertRowid), deduplicated: false };
  }

  /** Makes jobs whose time has come wait in line; answers when the next one is due. */
  promoteDue(now: number): number | undefined {
    this.#sql.promote.run(now);
    const next = this.#sql.nextDue.get()?.['due'];
    return typeof next === 'number' ? next : undefined;
  }

  /** Marks up to `limit` waiting jobs as this worker’s, first things first; never two of one exclusive key. */
  take(queue: AnyQueue, owner: string, limit: number): readonly TakeableRow[] {
    if (queue.exclusiveKey === undefined) return this.#claim(this.#sql.takeable.all(queue.name, limit), owner);
    const taken: TakeableRow[] = [];
    while (taken.length < limit) {
      const [next] = this.#claim(this.#sql.takeableExclusive.all(queue.name), owner);
      if (next === undefined) break;
      taken.push(next);
    }
    return taken;
  }

  #claim(rows: readonly unknown[], owner: string): readonly TakeableRow[] {
    return rows.map((stored) => {
      const row = TakeableRow.parse(stored);
      this.#sql.activate.run(owner, row.id);
      return { ...row, runs: row.runs + 1 };
    });
  }

  /** False when the run no longer owns the job. A payload is kept only where a redrive may need it. */
  finish({ id, owner, number }: Run, { state, reason, error }: Ending): boolean {
    const { changes } = this.#sql.finish.run(
      state,
      Date.now(),
      reason ?? null,
      error?.code ?? null,
      error?.message ?? null,
      id,
      owner,
      number,
    );
    if (changes === 1 && (state === 'done' || state === 'skipped')) this.#sql.dropPayload.run(id);
    return changes === 1;
  }

  /** Puts a job back until `dueAt`; `failed` counts the run against its attempts. */
  putBack({ id, owner, number }: Run, { dueAt, failed }: { readonly dueAt?: number; readonly failed: boolean }): boolean {
    const state = dueAt === undefined ? 'waiting' : 'delayed';
    return this.#sql.putBack.run(state, dueAt ?? null, failed ? 1 : 0, id, owner, number).changes === 1;
  }

  progress({ id, owner, number }: Run, json: string): void {
    this.#sql.progress.run(json, id, owner, number);
  }

  isCancelled(id: number): boolean {
    return this.#sql.cancelled.get(id)?.['cancelled'] === 1;
  }

  /** Ids of this worker’s running jobs that somebody cancelled. */
  cancelledRuns(owner: string): readonly number[] {
    return this.#sql.cancelledRuns.all(owner).map((row) => IdRow.parse(row).id);
  }

  ownedBy(owner: string): ReadonlySet<number> {
    return new Set(this.#sql.ownedBy.all(owner).map((row) => IdRow.parse(row).id));
  }

  /** Ends a waiting job, flags a running one; answers false when there is no such job. */
  cancel(queue: string, id: number): boolean {
    this.#sql.cancelWaiting.run(Date.now(), id, queue);
    this.#sql.cancelActive.run(id, queue);
    return this.#sql.exists.get(id, queue) !== undefined;
  }

  /** Back in line with a new set of attempts; false when the job is neither dead nor cancelled. */
  redrive(queue: string, id: number): boolean {
    return this.#sql.redrive.run(id, queue).changes === 1;
  }

  counts(queue: string): QueueCounts {
    const found = this.#countRows(queue);
    const of = (state: JobState): number => found.find((row) => row.state === state)?.jobs ?? 0;
    return { queue, waiting: of('waiting'), delayed: of('delayed'), active: of('active'), dead: of('dead'), oldest_ms: oldestMs(found) };
  }

  /** What has not started yet, delayed jobs included. */
  backlog(queue: string): Backlog {
    const found = this.#countRows(queue);
    const pending = found.filter(({ state }) => state === 'waiting' || state === 'delayed');
    const sum = (column: 'jobs' | 'bytes'): number => pending.reduce((total, row) => total + row[column], 0);
    return { waiting: sum('jobs'), bytes: sum('bytes'), oldest_ms: oldestMs(found) };
  }

  #countRows(queue: string): readonly CountRow[] {
    return this.#sql.counts.all(queue).map((row) => CountRow.parse(row));
  }

  list({ queue, state, limit }: JobQuery): readonly JobSummary[] {
    const conditions = [...(queue === undefined ? [] : ['queue = :queue']), ...(state === undefined ? [] : ['state = :state'])];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const parameters = { limit, ...(queue === undefined ? {} : { queue }), ...(state === undefined ? {} : { state }) };
    const statement = this.#database.prepare(`SELECT ${SUMMARY_COLUMNS} FROM jobs ${where} ORDER BY id DESC LIMIT :limit`);
    return statement.all(parameters).map((row) => toSummary(row));
  }

  get(queue: string, id: number): JobSummary | undefined {
    const row = this.#sql.summary.get(id, queue);
    return row === undefined ? undefined : toSummary(row);
  }
}

function oldestMs(rows: readonly CountRow[]): number {
  const waiting = rows.find(({ state }) => state === 'waiting');
  return waiting === undefined ? 0 : Math.max(0, Date.now() - waiting.oldest);
}
