import { setTimeout as pause } from 'node:timers/promises';
import type { AnyQueue } from '@tributary/contracts';
import { hasCode, type ErrorRecord } from '@tributary/kernel';
import {
  RunningJobs,
  formatJobId,
  jobInterrupted,
  verdictOn,
  type AttemptRunner,
  type ConsumeOptions,
  type Consumer,
  type JobLog,
  type JobProgress,
  type Outcome,
} from '@tributary/messaging-port';
import type { GroupCommit } from '../store/group-commit.js';
import type { JobStore, Run } from '../store/job-store.js';
import type { Retention } from '../store/retention.js';
import type { TakeableRow } from '../store/rows.js';

/** After an abort a handler gets this long to let go before its job is given back all the same. */
const LETTING_GO_MS = 500;
const WRITE_AGAIN_MS = 200;

export interface ConsumerParts {
  readonly queue: AnyQueue;
  readonly runner: AttemptRunner;
  readonly options: ConsumeOptions;
  readonly worker: string;
  readonly store: JobStore;
  readonly commit: GroupCommit;
  readonly retention: Retention;
  readonly log: JobLog;
  readonly onStopped: (consumer: LocalConsumer) => void;
}

/** Runs the jobs of one queue in this process. */
export class LocalConsumer implements Consumer {
  readonly #parts: ConsumerParts;
  readonly running = new RunningJobs();
  readonly #runs = new Map<number, Run>();
  #stopping = false;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
  }

  get queue(): AnyQueue {
    return this.#parts.queue;
  }

  get holdWhile(): ConsumeOptions['holdWhile'] {
    return this.#parts.options.holdWhile;
  }

  /** Jobs that may start now. */
  get free(): number {
    return this.#stopping ? 0 : this.#parts.options.concurrency - this.#runs.size;
  }

  start(row: TakeableRow): void {
    const run: Run = { id: row.id, owner: this.#parts.worker, number: row.runs };
    this.#runs.set(row.id, run);
    void this.running.track(row.id.toString(), (signal) => this.#execute(run, row, signal));
  }

  async #execute(run: Run, row: TakeableRow, signal: AbortSignal): Promise<void> {
    const { queue, runner, log } = this.#parts;
    const id = formatJobId(queue.name, row.id.toString());
    const about = { queue: queue.name, job: id, attempt: run.number };
    const outcome = await runner({
      id,
      payload: row,
      number: run.number,
      signal,
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: this.#progressOf(run),
    });
    // The slot is free from here: the next job is taken in the very transaction that records this one's end.
    if (this.#runs.get(row.id) === run) this.#runs.delete(row.id);
    if (outcome.kind === 'failed') log('run failed', { ...about, code: outcome.error.code });
    await this.#record(() => {
      this.#settle(run, row.failures, { outcome, signal });
    });
  }

  /** Writes until it is written: a full disk must not turn a finished job into a lost one. */
  async #record(write: () => void): Promise<void> {
    for (;;) {
      try {
        await this.#parts.commit.submit(write);
        return;
      } catch {
        if (this.#parts.commit.isClosed) return;
        await pause(WRITE_AGAIN_MS);
      }
    }
  }

  #settle(run: Run, failures: number, { outcome, signal }: { readonly outcome: Outcome; readonly signal: AbortSignal }): void {
    const { store, retention, queue } = this.#parts;
    if (outcome.kind === 'failed') {
      this.#settleFailure(run, failures, { error: outcome.error, signal });
    } else if (store.finish(run, outcome.kind === 'done' ? { state: 'done' } : { state: 'skipped', reason: outcome.reason })) {
      retention.noteFinished(queue);
    }
  }

  #settleFailure(run: Run, failures: number, { error, signal }: { readonly error: ErrorRecord; readonly signal: AbortSignal }): void {
    const { store, queue } = this.#parts;
    if (store.isCancelled(run.id)) {
      store.finish(run, { state: 'cancelled' });
    } else if (signal.aborted && hasCode(signal.reason, 'JOB.INTERRUPTED')) {
      store.putBack(run, { failed: false });
    } else {
      const verdict = verdictOn({ error, policy: queue.retry, failures: failures + 1 });
      if (verdict.next === 'dead') store.finish(run, { state: 'dead', error });
      else store.putBack(run, { dueAt: Date.now() + verdict.delayMs, failed: verdict.next === 'retry' });
    }
  }

  #progressOf(run: Run): (progress: JobProgress) => void {
    let latest: string | undefined;
    return (progress) => {
      const isQueued = latest !== undefined;
      latest = JSON.stringify(progress);
      if (isQueued) return;
      const write = (): void => {
        if (latest !== undefined) this.#parts.store.progress(run, latest);
        latest = undefined;
      };
      this.#parts.commit.submit(write).catch(() => (latest = undefined)); // the next progress replaces a lost one
    };
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    if (!(await this.running.drained(graceMs))) {
      this.running.abortAll(jobInterrupted());
      await this.running.drained(LETTING_GO_MS);
    }
    const left = [...this.#runs.values()];
    if (left.length > 0)
      await this.#record(() => {
        for (const run of left) this.#parts.store.putBack(run, { failed: false });
      });
    this.#parts.onStopped(this);
  }
}
