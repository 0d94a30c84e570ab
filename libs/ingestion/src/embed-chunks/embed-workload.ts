import { DecayingRate, systemClock, type Clock } from '@tributary/kernel';
import type { Workload } from '@tributary/messaging-port';
import { z } from 'zod';

/** An embedder has under way what it does in about so long: what it holds nobody else can take, and what comes later waits behind it. */
const SECONDS_UNDER_WAY = 1;
/** Its speed is what it did lately. */
const LATELY_MS = 1000;

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

  constructor({ least, clock = systemClock }: EmbedWorkloadOptions) {
    this.#least = least;
    this.#clock = clock;
  }

  get isFull(): boolean {
    if (this.#underWay === 0) return false;
    return this.#underWay >= Math.max(this.#least, SECONDS_UNDER_WAY * this.#speed.perSecond(this.#clock.now()));
  }

  begin(payload: unknown): () => void {
    const passages = SizedJob.safeParse(payload).data?.chunks.length ?? 1;
    this.#underWay += passages;
    return () => {
      this.#underWay -= passages;
      this.#speed.add(passages, this.#clock.now());
    };
  }
}
