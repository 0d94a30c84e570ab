import type { AnyQueue } from '@tributary/contracts';
import type { TributaryError } from '@tributary/kernel';
import { limitsOf, refusal, type Backlog, type LimitsByQueue } from '@tributary/messaging-port';
import type { JobStore } from './job-store.js';

/** A count may be this old while there is room, */
const ROOMY_MS = 250;
/** and this old when a job is refused because of it. */
const TIGHT_MS = 20;

interface Known {
  readonly at: number;
  /** Not begun, delayed ones included. */
  waiting: number;
  bytes: number;
  readonly delayed: number;
  readonly oldest_ms: number;
}

/** How much waits per queue: counted now and then, kept in step with what this process adds and takes in between. */
export class Backlogs {
  readonly #store: JobStore;
  readonly #limits: LimitsByQueue;
  readonly #known = new Map<string, Known>();
  readonly #openedAt = performance.now();

  constructor(store: JobStore, limits: LimitsByQueue) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Takes jobs into account that are about to be added. @throws `QUEUE.BACKPRESSURE` when the queue is full already */
  admit(queue: AnyQueue, jobs: number, bytes: number): void {
    const { known, refused } = this.#look(queue, (backlog) => backlog);
    if (refused !== undefined) throw refused;
    known.waiting += jobs;
    known.bytes += bytes;
  }

  /** Why what comes on top of what may run has no room; of what was put off only the payloads count. */
  overflow(queue: AnyQueue): TributaryError | undefined {
    return this.#look(queue, (backlog) => ({ ...backlog, waiting: backlog.waiting - backlog.delayed })).refused;
  }

  /** @param counted what of a backlog has to keep within the limits */
  #look(queue: AnyQueue, counted: (known: Known) => Backlog): { readonly known: Known; readonly refused?: TributaryError } {
    const limits = limitsOf(queue, this.#limits);
    const seen = this.#backlog(queue.name, ROOMY_MS);
    const known = refusal(queue, counted(seen), limits) === undefined ? seen : this.#backlog(queue.name, TIGHT_MS);
    const refused = refusal(queue, counted(known), limits);
    return refused === undefined ? { known } : { known, refused };
  }

  /** How many may run. */
  runnable(queue: AnyQueue): number {
    const { waiting, delayed } = this.#backlog(queue.name, ROOMY_MS);
    return waiting - delayed;
  }

  /** Takes into account that this process has begun jobs. */
  noteTaken(queue: AnyQueue, jobs: number): void {
    const known = this.#known.get(queue.name);
    if (known !== undefined) known.waiting = Math.max(0, known.waiting - jobs);
  }

  #backlog(queue: string, maxAgeMs: number): Known {
    const now = performance.now();
    const known = this.#known.get(queue);
    if (known !== undefined && now - known.at <= maxAgeMs) return known;
    const { oldest_ms: oldestMs, ...backlog } = this.#store.backlog(queue);
    // What an earlier process left had nobody to wait for in between: by its age nothing would be taken in before all of it is done.
    const counted: Known = { at: now, ...backlog, oldest_ms: Math.min(oldestMs, now - this.#openedAt) };
    this.#known.set(queue, counted);
    return counted;
  }
}
