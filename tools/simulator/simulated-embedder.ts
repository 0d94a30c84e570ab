import type { EventQueue } from './event-queue.ts';
import type { EmbedderModel, SimulatedJob } from './model.ts';

/** An embedder: gathers the jobs it holds into batches of bounded tokens and waits for each batch. */
export class SimulatedEmbedder {
  readonly #model: EmbedderModel;
  readonly #events: EventQueue;
  readonly #finished: (job: SimulatedJob) => void;
  #held: SimulatedJob[] = [];
  #underWay = 0;
  #isGathering = false;
  /** Jobs that are on their way to it, held, or in a batch. */
  jobs = 0;
  busySeconds = 0;
  isLeaving = false;

  constructor(model: EmbedderModel, events: EventQueue, finished: (job: SimulatedJob) => void) {
    this.#model = model;
    this.#events = events;
    this.#finished = finished;
  }

  get hasRoom(): boolean {
    return !this.isLeaving && this.jobs < this.#model.concurrency;
  }

  /** A job that was counted in `jobs` before has arrived. */
  receive(job: SimulatedJob): void {
    const { besideSeconds = 0 } = this.#model;
    this.#events.plan(besideSeconds, () => {
      this.#held.push(job);
      this.#next();
    });
  }

  #next(): void {
    const { inFlight, gatherSeconds = 0 } = this.#model;
    while (this.#underWay < inFlight && (this.#isFull() || (gatherSeconds === 0 && this.#held.length > 0))) this.#run();
    if (this.#isGathering || this.#underWay >= inFlight || this.#held.length === 0) return;
    this.#isGathering = true;
    this.#events.plan(gatherSeconds, () => {
      this.#isGathering = false;
      if (this.#underWay < inFlight && this.#held.length > 0) this.#run();
      this.#next();
    });
  }

  #isFull(): boolean {
    const { batchTokens, batchJobs = Infinity } = this.#model;
    return this.#held.length >= batchJobs || this.#held.reduce((sum, { tokens }) => sum + tokens, 0) >= batchTokens;
  }

  #run(): void {
    const { inFlight, batchSeconds } = this.#model;
    const batch = this.#take();
    const seconds = batchSeconds(batch.reduce((sum, { tokens }) => sum + tokens, 0));
    this.#underWay++;
    this.busySeconds += seconds / inFlight;
    this.#events.plan(seconds, () => {
      this.#underWay--;
      this.jobs -= batch.length;
      for (const job of batch) this.#finished(job);
      this.#next();
    });
  }

  #take(): readonly SimulatedJob[] {
    const { batchTokens, batchJobs = Infinity } = this.#model;
    let tokens = 0;
    let count = 0;
    for (const job of this.#held) {
      if (count > 0 && (count >= batchJobs || tokens + job.tokens > batchTokens)) break;
      tokens += job.tokens;
      count++;
    }
    return this.#held.splice(0, count);
  }
}
