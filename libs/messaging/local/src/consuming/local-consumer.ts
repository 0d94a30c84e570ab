import { setTimeout as pause } from 'node:timers/promises';
import type { AnyQueue, JobProgress } from '@tributary/contracts';
import { hasCode, type ErrorRecord } from '@tributary/kernel';
import {
  BLAMED_LOST_ALONE,
  RunningJobs,
  formatJobId,
  isOutlasted,
  jobInterrupted,
  meetsOutage,
  verdictOn,
  type AttemptRunner,
  type ConsumeOptions,
  type Consumer,
  type JobLog,
  type Outcome,
} from '@tributary/messaging-port';
import type { GroupCommit } from '../store/group-commit.js';
import { dueIn, type JobStore, type Run, type TakenJob } from '../store/job-store.js';
import type { Retention } from '../store/retention.js';
import { EndedRuns } from './ended-runs.js';
import type { MetOutages } from './met-outages.js';

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
  readonly outages: MetOutages;
  readonly log: JobLog;
  readonly onStopped: (consumer: LocalConsumer) => void;
}

interface Execution {
  readonly signal: AbortSignal;
  /** Takes the job off the workload. */
  readonly ended: (() => void) | undefined;
}

/** Runs the jobs of one queue in this process. */
export class LocalConsumer implements Consumer {
  readonly #parts: ConsumerParts;
  readonly running = new RunningJobs();
  readonly #runs = new Map<number, Run>();
  readonly #ended: EndedRuns;
  #stopping = false;
  #isLetGo = false;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
    this.#ended = new EndedRuns(parts);
  }

  get queue(): AnyQueue {
    return this.#parts.queue;
  }

  get holdWhile(): ConsumeOptions['holdWhile'] {
    return this.#parts.options.holdWhile;
  }

  /** Jobs that may start now. */
  get free(): number {
    const { concurrency, workload } = this.#parts.options;
    return this.#stopping ? 0 : Math.min(concurrency - this.#runs.size, workload?.room ?? concurrency);
  }

  /** True where jobs are taken by their weight. */
  get isWeighed(): boolean {
    return this.#parts.options.workload !== undefined;
  }

  start(job: TakenJob): void {
    const run: Run = { id: job.id, owner: this.#parts.worker, number: job.runs };
    this.#runs.set(job.id, run);
    const ended = this.#parts.options.workload?.begin(valueOf(job.payload));
    void this.running.track(job.id.toString(), (signal) => this.#execute(run, job, { signal, ended }));
  }

  async #execute(run: Run, job: TakenJob, { signal, ended }: Execution): Promise<void> {
    const { queue, runner, log } = this.#parts;
    const id = formatJobId(queue.name, job.id.toString());
    const about = { queue: queue.name, job: id, attempt: run.number };
    const outcome = await runner({
      id,
      payload: job.payload,
      number: run.number,
      failures: job.failures,
      isBlamed: job.lost_alone >= BLAMED_LOST_ALONE,
      priority: job.priority,
      signal,
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: this.#progressOf(run),
    });
    // The slot is free from here: the next job is taken in the very transaction that records this one's end.
    if (this.#runs.get(job.id) === run) this.#runs.delete(job.id);
    ended?.();
    const { outages } = this.#parts;
    if (outcome.kind === 'failed' && meetsOutage(outcome.error, queue.retry)) outages.note(queue, valueOf(job.payload), outcome.error);
    await this.#record(() => this.#settle(run, job.failures, { outcome, signal }));
  }

  /** Writes until it is written: a full disk must not turn a finished job into a lost one. At the end of the process that job is left to whoever takes it over. */
  async #record(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch {
        if (this.#isLetGo || this.#parts.commit.isClosed) return;
        await pause(WRITE_AGAIN_MS);
      }
    }
  }

  #settle(run: Run, failures: number, { outcome, signal }: { readonly outcome: Outcome; readonly signal: AbortSignal }): Promise<void> {
    if (outcome.kind === 'done') return this.#ended.write({ run, state: 'done' });
    if (outcome.kind === 'skipped') return this.#ended.write({ run, state: 'skipped', reason: outcome.reason });
    const { error } = outcome;
    return this.#parts.commit.submit(() => {
      this.#settleFailure(run, failures, { error, signal });
    });
  }

  #settleFailure(run: Run, failures: number, { error, signal }: { readonly error: ErrorRecord; readonly signal: AbortSignal }): void {
    const { store, queue } = this.#parts;
    if (store.isCancelled(run.id)) {
      store.finish(run, { state: 'cancelled' });
    } else if (signal.aborted && hasCode(signal.reason, 'JOB.INTERRUPTED')) {
      store.putBack(run, { failed: false });
    } else {
      const verdict = verdictOn({ error, policy: queue.retry, failures: failures + 1, runs: run.number });
      if (verdict.next === 'dead') store.finish(run, { state: 'dead', error });
      else
        store.putBack(run, { dueAt: dueIn(verdict.delayMs), failed: verdict.next === 'retry', isYoung: isOutlasted(error, queue.retry) });
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
    this.#isLetGo = true;
    const left = [...this.#runs.values()];
    if (left.length > 0)
      await this.#record(() =>
        this.#parts.commit.submit(() => {
          for (const run of left) this.#handOver(run);
        }),
      );
    this.#parts.onStopped(this);
  }

  /** Lets go of a job whose handler does not. */
  #handOver(run: Run): void {
    const { store } = this.#parts;
    if (store.isCancelled(run.id)) store.finish(run, { state: 'cancelled' });
    else store.putBack(run, { failed: false });
  }
}

/** Undefined for what is no JSON: its run will say so. */
function valueOf(payload: TakenJob['payload']): unknown {
  if ('data' in payload) return payload.data;
  try {
    return JSON.parse(payload.json);
  } catch {
    return undefined;
  }
}
