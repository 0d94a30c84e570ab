import type { AnyQueue } from '@tributary/contracts';
import { RunningJobs, jobCancelled, jobInterrupted } from '@tributary/messaging-port';
import type { Cancels } from './cancels.js';
import type { Presence } from './presence.js';

/** After an abort a handler gets this long to let go before its job is given back all the same. */
const LETTING_GO_MS = 500;

interface ConsumptionParts {
  readonly queue: AnyQueue;
  readonly cancels: Cancels;
  readonly presence: Presence;
}

/** What brings jobs to a process. */
interface JobSource {
  /** Brings nothing new from now on. */
  pause(): unknown;
  /** Resolves when the store knows of everything; with `force` it does not wait for what still runs. */
  end(options: { readonly force: boolean }): Promise<void>;
}

/** The consuming of one queue in this process from its start to its stop: others see it, cancels reach what runs, and it ends in order. */
export class Consumption {
  readonly running = new RunningJobs();
  readonly #parts: ConsumptionParts;
  #source: JobSource | undefined;
  #stopListening: () => void = () => undefined;
  #isStopping = false;

  constructor(parts: ConsumptionParts) {
    this.#parts = parts;
  }

  /** True from the call of `stop` on: what is taken off the queue now goes back. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  async start(startSource: () => Promise<JobSource>): Promise<void> {
    const { queue, cancels, presence } = this.#parts;
    this.#stopListening = await cancels.listen((id) => {
      if (id.startsWith(`${queue.name}.`)) this.running.abort(id.slice(queue.name.length + 1), jobCancelled());
    });
    this.#source = await startSource();
    await presence.enter(queue.name);
  }

  /** Takes nothing new, waits, aborts, has `giveBack` hand over what still runs, and ends the source. The second call does nothing. */
  async stop(graceMs: number, giveBack: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#source?.pause();
    await this.#parts.presence.leave(this.#parts.queue.name);
    if (!(await this.running.drained(graceMs))) {
      this.running.abortAll(jobInterrupted());
      await this.running.drained(LETTING_GO_MS);
    }
    const isHeldUp = this.running.size > 0;
    await giveBack();
    await this.#source?.end({ force: isHeldUp });
    this.#stopListening();
  }
}
