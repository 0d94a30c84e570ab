import { embedChunksQueue, ingestDocumentQueue, readLocalQueue, type AnyQueue, type QueueCounts } from '@tributary/contracts';
import type { Outage, Queues } from '@tributary/messaging-port';
import { expect, it } from 'vitest';
import { QueueRoom } from '../acceptance/queue-room.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { MOST_CUT, MOST_PUT_OFF, OutageRoom } from './outage-room.js';

const AWAY: Outage = { code: 'EMBEDDER.UNAVAILABLE', message: 'The server at http://10.0.0.9:8080 does not answer.' };
const NO_RECORD = { collections: { get: () => Promise.resolve(undefined) } };

/** Queues in which so many jobs are put off, some of which met an outage for `served-log`. */
function queuesWith(
  delayed: number,
  { waiting = 0, outage = AWAY } = {},
): Pick<Queues, 'counts' | 'outages'> & { readonly asked: string[] } {
  const asked: string[] = [];
  const counts = ({ name }: AnyQueue): Promise<QueueCounts> => {
    asked.push(name);
    return Promise.resolve({ queue: name, waiting, delayed, active: 0, dead: 0, oldest_ms: 0 });
  };
  return { asked, counts, outages: () => Promise.resolve(new Map([['served-log', outage]])) };
}

it('takes on no more of a collection that meets an outage where many wait already, and goes on with others', async () => {
  const queues = queuesWith(MOST_CUT + 1);
  const room = new OutageRoom(queues, MOST_CUT);
  await expect(room.require(embedChunksQueue, 'served-log')).rejects.toMatchObject({ ...AWAY, retryable: true, untaken: true });
  await room.require(embedChunksQueue, 'notes');
  const jobs = ['served-log', 'notes', 'served-log'].map((collection, n) => ({ collection, n }));
  expect(await room.among(embedChunksQueue, jobs)).toEqual([{ collection: 'notes', n: 1 }]);
  expect(queues.asked).toEqual([embedChunksQueue.name]);
  expect(await room.outageOf(readLocalQueue, 'served-log')).toEqual(AWAY);
});

it('takes on all while few wait, whatever they wait for, and where the queue cannot be asked', async () => {
  for (const queues of [queuesWith(MOST_CUT), new QueuesAway()])
    expect(await new OutageRoom(queues, MOST_CUT).outageOf(embedChunksQueue, 'served-log')).toBeUndefined();
});

it('refuses documents for the model or engine that is away, by its name and without its address, and takes those of others', async () => {
  const record = { engine: 'team', card: { model: { name: 'served' } } };
  const room = (code: string) => {
    const queues = Object.assign(new QueuesAway(), queuesWith(MOST_PUT_OFF + 1, { outage: { ...AWAY, code } }));
    return new QueueRoom({ queues, clock: { now: () => 0 }, catalog: { collections: { get: () => Promise.resolve(record) } } });
  };
  const refused = room('EMBEDDER.UNAVAILABLE').require(['notes', 'served-log']);
  await expect(refused).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE', category: 'overloaded', retryAfterMs: 30_000 });
  await expect(refused).rejects.toThrow('its model served is (EMBEDDER.UNAVAILABLE)');
  await expect(refused).rejects.not.toThrow('10.0.0.9');
  await expect(room('ENGINE.UNAVAILABLE').require(['served-log'])).rejects.toThrow('its engine team is (ENGINE.UNAVAILABLE)');
  await room('ENGINE.UNAVAILABLE').require(['notes']);
});

it('refuses all documents where too many wait that may run', async () => {
  const queues = Object.assign(new QueuesAway(), queuesWith(0, { waiting: 50_000 }));
  const room = new QueueRoom({ queues, clock: { now: () => 0 }, catalog: NO_RECORD });
  await expect(room.require(['notes'])).rejects.toThrow(`The queue ${ingestDocumentQueue.name} is full`);
});
