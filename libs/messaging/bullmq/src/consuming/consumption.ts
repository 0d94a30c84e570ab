import type { AnyQueue } from '@tributary/contracts';
import { RunningJobs, jobCancelled, jobInterrupted } from '@tributary/messaging-port';
import type { Worker } from 'bullmq';
import type { Cancels } from './cancels.js';
import type { Presence } from './presence.js';
import { endWorker } from './worker.js';

/** After an abort a handler gets this long to let go before its job is given back all the same. */
const LETTING_GO_MS = 500;

interface ConsumptionParts {
  readonly queue: AnyQueue;
  readonly cancels: Cancels;
  readonly presence: Presence;
  /** Told of a work job that another process may have by now. */
  readonly onLost?: (id: string) => void;
}

/** The consuming of one queue in this process from its start to its stop: others see it, cancels reach what runs, and it ends in order. */
export class Consumption {
  readonly running = new RunningJobs();
  readonly #parts: ConsumptionParts;
  #worker: Worker<unknown> | undefined;
  #stopListening: () => void = () => undefined;
  #isStopping = false;

  constructor(parts: ConsumptionParts) {
    this.#parts = parts;
  }

  /** True from the call of `stop` on: what is taken off the queue now goes back. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** How many jobs may be under way at once, from now on. */
  limit(jobs: number): void {
    if (this.#worker !== undefined) this.#worker.concurrency = jobs;
  }

  async start(startWorker: () => Promise<Worker<unknown>>): Promise<void> {
    const { queue, cancels, presence } = this.#parts;
    this.#stopListening = await cancels.listen((id) => {
      if (id.startsWith(`${queue.name}.`)) this.running.abort(id.slice(queue.name.length + 1), jobCancelled());
    });
    this.#worker = await startWorker();
    // Another process may have these jobs by now. A request goes on all the same: whoever answers first is heard, and that it runs twice is nobody's loss.
    if (queue.kind === 'work')
      this.#worker.on('lockRenewalFailed', (ids) => {
        for (const id of ids) {
          this.#parts.onLost?.(id);
          this.running.abort(id, jobInterrupted());
        }
      });
    await presence.enter(queue.name);
  }

  /** Takes nothing new, waits, aborts, has `giveBack` hand over what still runs, and ends the worker. The second call does nothing. */
  async stop(graceMs: number, giveBack: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#worker?.pause(true);
    await this.#parts.presence.leave(this.#parts.queue.name);
    if (!(await this.running.drained(graceMs))) {
      this.running.abortAll(jobInterrupted());
      await this.running.drained(LETTING_GO_MS);
    }
    const isHeldUp = this.running.size > 0;
    await giveBack();
    if (this.#worker !== undefined) await endWorker(this.#worker, { force: isHeldUp });
    this.#stopListening();
  }
}
