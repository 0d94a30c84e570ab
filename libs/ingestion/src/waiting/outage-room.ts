import type { AnyQueue } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import type { Outage, Queues } from '@tributary/messaging-port';

/** Documents are not cut while more jobs of the embedders than this have not begun and their collection meets an outage there: half of what is cut ahead at all, since
 *  those come back together, and others are not to wait for them. */
export const MOST_CUT = 1000;
/** Documents of a collection that meets an outage are put into no queue in which more than this wait: they wait in the catalog, or with whoever sends them. */
export const MOST_PUT_OFF = 5000;

/** Counting is not free, and a second late is early enough. */
const LOOK_EVERY_MS = 1000;

type Outages = ReadonlyMap<string, Outage>;

interface Look {
  readonly at: number;
  readonly outages: Promise<Outages>;
}

/** Where what waits for an engine or a model that is away has come to be much, no more of those collections is taken on; others go on. */
export class OutageRoom {
  readonly #queues: Pick<Queues, 'counts' | 'outages'>;
  readonly #most: number;
  readonly #looks = new Map<string, Look>();

  /** @param most jobs of a queue that may wait, put off or not: those that meet an outage go to and fro between the two */
  constructor(queues: Pick<Queues, 'counts' | 'outages'>, most: number) {
    this.#queues = queues;
    this.#most = most;
  }

  /** What a document of the collection would wait for in a queue where many wait already; undefined while there is room, or the queue cannot be asked. */
  async outageOf(queue: AnyQueue, collection: string): Promise<Outage | undefined> {
    const now = performance.now();
    const known = this.#looks.get(queue.name);
    const look = known !== undefined && now - known.at < LOOK_EVERY_MS ? known : { at: now, outages: this.#look(queue) };
    this.#looks.set(queue.name, look);
    return (await look.outages).get(collection);
  }

  /** Puts a run off. @throws what its collection meets, as an outage that counts no run */
  async require(queue: AnyQueue, collection: string): Promise<void> {
    const outage = await this.outageOf(queue, collection);
    if (outage !== undefined) throw retryable(outage.code, outage.message, { untaken: true });
  }

  /** Those for whose collections there is room. */
  async among<Job extends { readonly collection: string }>(queue: AnyQueue, jobs: readonly Job[]): Promise<readonly Job[]> {
    const outages = await Promise.all(jobs.map(({ collection }) => this.outageOf(queue, collection)));
    return jobs.filter((_, n) => outages[n] === undefined);
  }

  async #look(queue: AnyQueue): Promise<Outages> {
    try {
      const { waiting, delayed } = await this.#queues.counts(queue);
      return waiting + delayed > this.#most ? await this.#queues.outages(queue) : new Map();
    } catch {
      return new Map(); // whoever adds to it hears that it is away
    }
  }
}
