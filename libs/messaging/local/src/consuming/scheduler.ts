import type { DatabaseSync } from 'node:sqlite';
import { jobCancelled, jobInterrupted } from '@tributary/messaging-port';
import type { Backlogs } from '../store/backlogs.js';
import type { GroupCommit } from '../store/group-commit.js';
import type { JobStore } from '../store/job-store.js';
import { LEASE_MS, PRESENCE_RENEW_MS, type LeaseStore } from '../store/lease-store.js';
import type { Retention } from '../store/retention.js';
import type { LocalConsumer } from './local-consumer.js';

/** How often another process’s adds and cancels are looked for: one pragma, a few microseconds, but an idle process wakes up for it. */
const LOOK_MS = 200;
const RENEW_MS = LEASE_MS / 4;
const SWEEP_MS = 60_000;

export interface SchedulerParts {
  readonly database: DatabaseSync;
  readonly worker: string;
  readonly store: JobStore;
  readonly leases: LeaseStore;
  readonly backlogs: Backlogs;
  readonly retention: Retention;
}

/** Gives waiting jobs to this process's consumers, keeps its lease, and takes over what dead processes left. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #consumers = new Set<LocalConsumer>();
  #commit: GroupCommit | undefined;
  #look: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  #dataVersion: unknown;
  #leaseUntil = 0;
  #orphansSoughtAt = 0;
  #sweptAt = Date.now();
  #lookedAt = 0;
  #isHeld = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Begins to run jobs through this group commit, whose transactions end with `takeJobs`. */
  attach(consumer: LocalConsumer, commit: GroupCommit): void {
    this.#commit = commit;
    this.#consumers.add(consumer);
    this.#leaseUntil = 0;
    this.#look ??= setInterval(() => {
      this.#lookAround();
    }, LOOK_MS);
    commit.wake();
  }

  detach(consumer: LocalConsumer): void {
    this.#consumers.delete(consumer);
    this.#parts.store.forgetPayloads();
    if (this.#consumers.size === 0) this.stop();
    this.#submit(() => {
      this.#renew();
    });
  }

  stop(): void {
    clearInterval(this.#look);
    clearTimeout(this.#due);
    this.#look = undefined;
  }

  consumes(queue: string): boolean {
    return [...this.#consumers].some((consumer) => consumer.queue.name === queue);
  }

  /** Aborts a job that somebody cancelled, if it runs here. */
  abort(id: string): void {
    for (const { running } of this.#consumers) running.abort(id, jobCancelled());
  }

  /** Inside a transaction: tells other processes what this one consumes. */
  announce(): void {
    this.#renew();
  }

  /** Inside a transaction: takes what may start. What it returns starts them, after the commit. */
  takeJobs(): () => void {
    if (this.#consumers.size === 0) return () => undefined;
    const { store, worker, backlogs } = this.#parts;
    const nextDue = store.promoteDue(Date.now());
    this.#isHeld = false;
    const starts = [...this.#consumers].flatMap((consumer) => {
      const free = this.#freeOf(consumer);
      const taken = free > 0 ? store.take(consumer.queue, worker, free) : [];
      if (taken.length > 0) backlogs.noteTaken(consumer.queue, taken.length);
      return taken.map((job) => ({ consumer, job }));
    });
    if (starts.length > 0 && this.#leaseUntil - Date.now() < LEASE_MS / 2) this.#renew();
    return () => {
      this.#wakeAt(nextDue);
      for (const { consumer, job } of starts) consumer.start(job);
      // What a workload has room for is taken in several steps.
      if (starts.some(({ consumer }) => consumer.isWeighed && consumer.free > 0)) this.#commit?.wake();
    };
  }

  #freeOf(consumer: LocalConsumer): number {
    const hold = consumer.holdWhile;
    if (consumer.free <= 0 || hold === undefined) return consumer.free;
    const isHeld = this.#parts.backlogs.runnable(hold.queue) > hold.waitingOver;
    this.#isHeld ||= isHeld;
    return isHeld ? 0 : consumer.free;
  }

  #renew(): void {
    const { leases, worker } = this.#parts;
    leases.renew(
      worker,
      [...this.#consumers].map((consumer) => consumer.queue.name),
    );
    this.#leaseUntil = Date.now() + LEASE_MS;
  }

  #wakeAt(due: number | undefined): void {
    clearTimeout(this.#due);
    if (due !== undefined) this.#due = setTimeout(() => this.#commit?.wake(), Math.min(Math.max(due - Date.now(), 1), 60_000));
  }

  #lookAround(): void {
    const now = Date.now();
    if (now < this.#lookedAt) this.#followClockBack(this.#lookedAt, now);
    this.#lookedAt = now;
    this.#lookAtOthers();
    const isRunning = [...this.#consumers].some(({ running }) => running.size > 0);
    const age = now - (this.#leaseUntil - LEASE_MS);
    if (age > (isRunning ? RENEW_MS : PRESENCE_RENEW_MS)) this.#keepLease(isRunning);
    if (now - this.#orphansSoughtAt > RENEW_MS) this.#seekOrphans(now);
    if (now - this.#sweptAt > SWEEP_MS) this.#sweep(now);
    if (this.#isHeld || this.#parts.store.hasSuspects) this.#commit?.wake();
  }

  /** What was noted by the clock as it was would not be over for as long as the clock went back. Other processes get the time of a lease to renew theirs. */
  #followClockBack(before: number, now: number): void {
    this.#leaseUntil = 0;
    this.#orphansSoughtAt = now + LEASE_MS;
    this.#sweptAt = now;
    this.#submit(() => {
      this.#parts.store.bringForward(before - now);
    });
  }

  /** Another process wrote: there may be new jobs, and running ones may have been cancelled. */
  #lookAtOthers(): void {
    const version = this.#parts.database.prepare('PRAGMA data_version').get()?.['data_version'];
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#parts.store.forgetPayloads();
    for (const id of this.#parts.store.cancelledRuns(this.#parts.worker)) this.abort(id.toString());
    this.#commit?.wake();
  }

  #keepLease(isRunning: boolean): void {
    const hadLapsed = isRunning && Date.now() > this.#leaseUntil;
    this.#submit(() => {
      this.#renew();
      if (hadLapsed) this.#letGoOfTaken();
    });
  }

  /** This process stood still for longer than its lease: what others took over meanwhile must not go on here. */
  #letGoOfTaken(): void {
    const owned = this.#parts.store.ownedBy(this.#parts.worker);
    for (const { running } of this.#consumers) {
      for (const id of running.ids) if (!owned.has(Number(id))) running.abort(id, jobInterrupted());
    }
  }

  #seekOrphans(now: number): void {
    this.#orphansSoughtAt = now;
    if (!this.#parts.leases.hasOrphans()) return;
    this.#submit(() => {
      this.#renew();
      this.#parts.leases.takeOver();
    });
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    this.#submit(() => {
      for (const { queue } of this.#consumers) this.#parts.retention.sweep(queue);
    });
  }

  /** What fails here is tried again at the next look. */
  #submit(write: () => void): void {
    this.#commit?.submit(write).catch(() => undefined);
  }
}
