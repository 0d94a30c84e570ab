import type { AnyQueue } from '@tributary/contracts';
import { limitsOf, refusal, type LimitsByQueue } from '@tributary/messaging-port';
import type { JobStore } from './job-store.js';

/** A count may be this old while there is room, */
const ROOMY_MS = 250;
/** and this old when a job is refused because of it. */
const TIGHT_MS = 20;

interface Known {
  readonly at: number;
  waiting: number;
  bytes: number;
  readonly oldest_ms: number;
}

/** How much waits per queue: counted now and then, kept in step with this process's own adds in between. */
export class Backlogs {
  readonly #store: JobStore;
  readonly #limits: LimitsByQueue;
  readonly #known = new Map<string, Known>();

  constructor(store: JobStore, limits: LimitsByQueue) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Takes jobs into account that are about to be added. @throws `QUEUE.BACKPRESSURE` when the queue is full already */
  admit(queue: AnyQueue, jobs: number, bytes: number): void {
    const limits = limitsOf(queue, this.#limits);
    const seen = this.#backlog(queue.name, ROOMY_MS);
    const known = refusal(queue, seen, limits) === undefined ? seen : this.#backlog(queue.name, TIGHT_MS);
    const refused = refusal(queue, known, limits);
    if (refused !== undefined) throw refused;
    known.waiting += jobs;
    known.bytes += bytes;
  }

  waiting(queue: AnyQueue): number {
    return this.#backlog(queue.name, TIGHT_MS).waiting;
  }

  #backlog(queue: string, maxAgeMs: number): Known {
    const now = performance.now();
    const known = this.#known.get(queue);
    if (known !== undefined && now - known.at <= maxAgeMs) return known;
    const counted: Known = { at: now, ...this.#store.backlog(queue) };
    this.#known.set(queue, counted);
    return counted;
  }
}
