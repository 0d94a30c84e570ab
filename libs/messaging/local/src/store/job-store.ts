import type { DatabaseSync } from 'node:sqlite';
import type { AnyQueue, JobQuery, JobState, JobSummary, QueueCounts } from '@tributary/contracts';
import type { z } from 'zod';
import type { Backlog } from '@tributary/messaging-port';
import { FreshPayloads } from './fresh-payloads.js';
import { CountRow, IdRow, SUMMARY_COLUMNS, TakeableRow, toSummary } from './rows.js';
import { prepareJobStatements, type JobStatements } from './statements.js';

/** No job is put off for longer. What is due later was put off before the clock went back. */
const LONGEST_DELAY_MS = 3_600_000;
/** Clocks are set back a little every now and then. */
const SET_BACK_MS = 2000;
/** So long a job in which processes died waits for others; then it is taken beside them, and its death says nothing. */
const SUSPECT_PATIENCE_MS = 300_000;

/** When a job is due that is put off for so long from now on. @returns milliseconds since the epoch */
export function dueIn(delayMs: number): number {
  return Date.now() + Math.min(delayMs, LONGEST_DELAY_MS);
}

export interface NewJob {
  readonly queue: string;
  readonly json: string;
  readonly bytes: number;
  /** What the queue's schema read from the payload, to be kept in memory; left out when this process does not take such jobs. */
  readonly data?: unknown;
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

/** A job as it is handed to its consumer. */
export interface TakenJob extends z.output<typeof TakeableRow> {
  readonly payload: { readonly json: string } | { readonly data: unknown };
}

/** A run that ended well. */
export interface EndedRun {
  readonly run: Run;
  readonly state: 'done' | 'skipped';
  readonly reason?: string;
}

/** The last word on a job that did not end well. */
interface Ending {
  readonly state: 'dead' | 'cancelled';
  readonly error?: { readonly code: string; readonly message: string };
}

/** Reads and writes job rows. Every write runs inside the transaction its caller has begun. */
export class JobStore {
  readonly #database: DatabaseSync;
  readonly #sql: JobStatements;
  readonly #fresh = new FreshPayloads();
  /** By queue, in milliseconds of this process. */
  readonly #suspectWaitsSince = new Map<string, number>();
  readonly #suspectPatienceMs: number;

  constructor(
    database: DatabaseSync,
    { suspectPatienceMs = SUSPECT_PATIENCE_MS }: { readonly suspectPatienceMs?: number | undefined } = {},
  ) {
    this.#suspectPatienceMs = suspectPatienceMs;
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
    const id = Number(lastInsertRowid);
    this.#sql.insertPayload.run(id, job.json);
    if (job.data !== undefined) this.#fresh.keep(id, { data: job.data, bytes: job.bytes });
    return { id, deduplicated: false };
  }

  /** To be called when a transaction was undone, or others may have taken jobs: what is kept in memory of payloads may stand for no job any more. */
  forgetPayloads(): void {
    this.#fresh.clear();
  }

  /** Makes jobs whose time has come wait in line; answers when the next one is due. */
  promoteDue(now: number): number | undefined {
    this.#sql.promote.run(now);
    this.#sql.promoteFar.run(now + LONGEST_DELAY_MS + SET_BACK_MS);
    const next = this.#sql.nextDue.get()?.['due'];
    return typeof next === 'number' ? next : undefined;
  }

  /** To be called when the clock went back by so much: what was put off is put off no longer for it. */
  bringForward(ms: number): void {
    this.#sql.bringForward.run(ms);
  }

  /** Marks up to `limit` waiting jobs as this worker’s, first things first; never two of one exclusive key. One in which processes died waits for all others
   *  of its queue and until nothing is in hand, and nothing is taken beside it; after a while it is taken all the same. */
  take(queue: AnyQueue, owner: string, limit: number): readonly TakenJob[] {
    if (queue.exclusiveKey === undefined) {
      const suspect = this.#suspectOf(queue.name);
      return this.#claim(suspect.length > 0 ? suspect : this.#sql.takeable.all({ queue: queue.name, limit }), owner);
    }
    const taken: TakenJob[] = [];
    while (taken.length < limit) {
      const [next] = this.#claim(this.#sql.takeableExclusive.all({ queue: queue.name }), owner);
      if (next === undefined) break;
      taken.push(next);
    }
    return taken;
  }

  /** The suspect whose turn it is, or none. */
  #suspectOf(queue: string): readonly unknown[] {
    const since = this.#suspectWaitsSince.get(queue) ?? performance.now();
    if (this.#sql.suspectWaits.get({ queue }) === undefined) {
      this.#suspectWaitsSince.delete(queue);
      return [];
    }
    this.#suspectWaitsSince.set(queue, since);
    const isOverdue = performance.now() - since > this.#suspectPatienceMs;
    const isLast = this.#sql.takeable.get({ queue, limit: 1 }) === undefined;
    const turn = isOverdue ? this.#sql.takeableSuspect : isLast ? this.#sql.takeableAlone : undefined;
    const found = turn?.all({ queue }) ?? [];
    if (found.length > 0) this.#suspectWaitsSince.delete(queue);
    return found;
  }

  /** True while a job in which processes died waits for its turn: nobody else tells when it has come. */
  get hasSuspects(): boolean {
    return this.#suspectWaitsSince.size > 0;
  }

  #claim(found: readonly unknown[], owner: string): readonly TakenJob[] {
    return found.map((stored) => {
      const row = TakeableRow.parse(stored);
      this.#sql.activate.run(owner, row.id);
      return { ...row, runs: row.runs + 1, payload: this.#fresh.take(row.id) ?? this.#storedPayload(row.id) };
    });
  }

  #storedPayload(id: number): { readonly json: string } {
    const json = this.#sql.payload.get(id)?.['json'];
    return { json: typeof json === 'string' ? json : '' };
  }

  /** Notes that runs ended well; their payloads are not needed any more. @returns how many still owned their jobs */
  endMany(ended: readonly EndedRun[]): number {
    const now = Date.now();
    let written = 0;
    for (const { run, state, reason = null } of ended) {
      if (this.#sql.end.run(state, now, reason, run.id, run.owner, run.number).changes === 0) continue;
      this.#sql.dropPayload.run(run.id);
      written += 1;
    }
    return written;
  }

  /** The payload stays: a redrive may need it. */
  finish({ id, owner, number }: Run, { state, error }: Ending): void {
    this.#sql.finish.run(state, Date.now(), error?.code ?? null, error?.message ?? null, id, owner, number);
  }

  /** Puts a job back until `dueAt`; `failed` counts the run against its attempts, and from one that is made young again the wait counts anew. */
  putBack(
    { id, owner, number }: Run,
    { dueAt, failed, isYoung = false }: { readonly dueAt?: number; readonly failed: boolean; readonly isYoung?: boolean },
  ): boolean {
    const state = dueAt === undefined ? 'waiting' : 'delayed';
    return this.#sql.putBack.run(state, dueAt ?? null, failed ? 1 : 0, isYoung ? Date.now() : null, id, owner, number).changes === 1;
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

  /** Ends a waiting job, puts a dead one away, flags a running one; answers false when there is no such job. */
  cancel(queue: string, id: number): boolean {
    this.#sql.cancelResting.run(Date.now(), id, queue);
    this.#sql.cancelActive.run(id, queue);
    return this.#sql.exists.get(id, queue) !== undefined;
  }

  /** Back in line with a new set of attempts; false when the job is neither dead nor cancelled. */
  redrive(queue: string, id: number): boolean {
    return this.#sql.redrive.run(Date.now(), id, queue).changes === 1;
  }

  counts(queue: string): QueueCounts {
    const found = this.#countRows(queue);
    const of = (state: JobState): number => found.find((row) => row.state === state)?.jobs ?? 0;
    const { bytes } = pendingOf(found);
    return {
      queue,
      waiting: of('waiting'),
      delayed: of('delayed'),
      active: of('active'),
      dead: of('dead'),
      oldest_ms: oldestMs(found),
      bytes,
    };
  }

  /** What has not started yet, delayed jobs included, and how many these are. */
  backlog(queue: string): Backlog & { readonly delayed: number } {
    const found = this.#countRows(queue);
    const { jobs, bytes } = pendingOf(found);
    const delayed = found.find(({ state }) => state === 'delayed')?.jobs ?? 0;
    return { waiting: jobs, delayed, bytes, oldest_ms: oldestMs(found) };
  }

  #countRows(queue: string): readonly CountRow[] {
    const { suspectWaits, counts, countsBesideSuspects } = this.#sql;
    const counted = suspectWaits.get({ queue }) === undefined ? counts : countsBesideSuspects;
    return counted.all({ queue }).map((row) => CountRow.parse(row));
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

/** What has not started yet. */
function pendingOf(rows: readonly CountRow[]): { readonly jobs: number; readonly bytes: number } {
  const pending = rows.filter(({ state }) => state === 'waiting' || state === 'delayed');
  const sum = (column: 'jobs' | 'bytes'): number => pending.reduce((total, row) => total + row[column], 0);
  return { jobs: sum('jobs'), bytes: sum('bytes') };
}

function oldestMs(rows: readonly CountRow[]): number {
  const waiting = rows.find(({ state }) => state === 'waiting');
  return typeof waiting?.oldest !== 'number' ? 0 : Math.max(0, Date.now() - waiting.oldest);
}
