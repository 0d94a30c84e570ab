import { DecayingRate, systemClock, type Clock } from '@tributary/kernel';
import type { Workload } from '@tributary/messaging-port';
import { z } from 'zod';

/** An embedder has under way what it does in about so long: what it holds nobody else can take, and what comes later waits behind it. */
const SECONDS_UNDER_WAY = 1;
/** Its speed is what it did lately. */
const LATELY_MS = 1000;
/** Jobs that are taken before it is known how large they are. */
const FIRST = 4;
/** What a job counts in the usual size. */
const LEARNING = 0.1;

const SizedJob = z.object({ chunks: z.array(z.unknown()) });

interface EmbedWorkloadOptions {
  /** Passages that are taken however slow the models are: as many as keep them busy. */
  readonly least: number;
  readonly clock?: Clock;
}

/** Jobs of `embed-chunks` by their passages: a job is a note of one, or two hundred of a book. A fast model gets as many jobs as a process may have,
 *  a slow one few, so that others that start share in the rest at once. */
export class EmbedWorkload implements Workload {
  readonly #least: number;
  readonly #clock: Clock;
  readonly #speed = new DecayingRate(LATELY_MS);
  #underWay = 0;
  /** Passages of a job, as they were lately. */
  #usual: number;

  constructor({ least, clock = systemClock }: EmbedWorkloadOptions) {
    this.#least = least;
    this.#usual = least / FIRST;
    this.#clock = clock;
  }

  get room(): number {
    const most = Math.max(this.#least, SECONDS_UNDER_WAY * this.#speed.perSecond(this.#clock.now()));
    if (this.#underWay >= most && this.#underWay > 0) return 0;
    return Math.max(1, Math.round((most - this.#underWay) / this.#usual));
  }

  begin(payload: unknown): () => void {
    const passages = SizedJob.safeParse(payload).data?.chunks.length ?? 1;
    this.#underWay += passages;
    this.#usual += (passages - this.#usual) * LEARNING;
    return () => {
      this.#underWay -= passages;
      this.#speed.add(passages, this.#clock.now());
    };
  }
}
