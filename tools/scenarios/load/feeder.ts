import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from '../places/place.ts';
import { BulkProducer } from './bulk-producer.ts';

const BATCH = 100;
const AGAIN_MS = 100;

interface FeederOptions {
  /** That the documents go to. */
  readonly collection: string;
  /** So many jobs are kept in line, so that there is always work and never a heap of it. */
  readonly keptWaiting: number;
  /** From one hundred documents to the next, at least. */
  readonly everyMs?: number;
}

/** A bulk ingest that goes on until it is stopped. What Redis did not acknowledge is put in again. */
export class Feeder {
  readonly #producer: BulkProducer;
  readonly #options: FeederOptions;
  readonly #working: Promise<void>;
  #documents = 0;
  #isStopping = false;

  constructor(place: Place, options: FeederOptions) {
    this.#producer = new BulkProducer(place);
    this.#options = options;
    this.#working = this.#work();
  }

  /** Those that Redis has acknowledged. */
  get documents(): number {
    return this.#documents;
  }

  /** @returns how many documents it put in */
  async stop(): Promise<number> {
    this.#isStopping = true;
    await this.#working;
    await this.#producer.close();
    return this.#documents;
  }

  async #work(): Promise<void> {
    const { collection, keptWaiting, everyMs = 0 } = this.#options;
    while (!this.#isStopping) {
      try {
        await this.#producer.put(collection, { from: this.#documents, count: BATCH });
        this.#documents += BATCH;
        await Promise.all([this.#producer.untilBelow(keptWaiting), pause(everyMs)]);
      } catch {
        await pause(AGAIN_MS);
      }
    }
  }
}
