import { ingestDocumentQueue, type Principal } from '@tributary/contracts';
import { mayRead, type CollectionRecord } from '@tributary/engines-port';
import { retryable } from '@tributary/kernel';
import type { Outage } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { MOST_PUT_OFF, OutageRoom } from '../waiting/outage-room.js';

/** Counting is not free, and a second late is early enough. */
const COUNT_EVERY_MS = 1000;
/** What waits for a server that is away is tried every half minute. */
const AWAY_RETRY_MS = 30_000;

type RoomCollaborators = Pick<Collaborators, 'queues' | 'clock' | 'catalog'>;

/** Refuses new documents while too many wait, before their rows are written: those of a collection whose model or engine is away where many wait for it, and all where much waits that may run, or what carries the queues is nearly full. */
export class QueueRoom {
  readonly #with: RoomCollaborators;
  readonly #outages: OutageRoom;
  #countedAt = -Infinity;

  constructor(collaborators: RoomCollaborators) {
    this.#with = collaborators;
    this.#outages = new OutageRoom(collaborators.queues, MOST_PUT_OFF);
  }

  /** @param writer who hands documents in; left out: anybody
   *  @throws `QUEUE.BACKPRESSURE` with the time to wait. A queue that cannot be asked refuses nothing: the catalog takes the documents. */
  async require(collections: Iterable<string>, writer?: Principal): Promise<void> {
    for (const name of new Set(collections)) await this.#requireReachable(name, writer);
    await this.#requireRoom();
  }

  async #requireReachable(name: string, writer: Principal | undefined): Promise<void> {
    const outage = await this.#outages.outageOf(ingestDocumentQueue, name);
    if (outage === undefined) return;
    const record = await this.#with.catalog.collections.get(name);
    // Of a collection that is not open to him he hears that, and nothing of its state.
    if (record === undefined || (writer !== undefined && !mayRead(writer, record))) return;
    throw away(record, outage);
  }

  async #requireRoom(): Promise<void> {
    const { queues, clock } = this.#with;
    if (clock.now() - this.#countedAt < COUNT_EVERY_MS) return;
    const overflow = await queues.overflow(ingestDocumentQueue).catch(() => 'unknown' as const);
    if (overflow === 'unknown') return;
    if (overflow !== undefined) throw overflow;
    this.#countedAt = clock.now();
  }
}

/** Whoever writes may know a collection's model and engine, not where these are reached. */
function away({ name, engine, card }: CollectionRecord, { code }: Outage) {
  const part = code.startsWith('ENGINE.') ? `engine ${engine}` : `model ${card.model.name}`;
  const message = `No more documents of ${name} are taken now: ${MOST_PUT_OFF.toString()} and more wait for what is away, and its ${part} is (${code}). They are indexed once it answers; documents of other collections are taken, in calls of their own. Send again in half a minute, and see "tributary status".`;
  return retryable('QUEUE.BACKPRESSURE', message, { category: 'overloaded', retryAfterMs: AWAY_RETRY_MS });
}
