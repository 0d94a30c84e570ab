import { Principal, embedChunksQueue, ingestDocumentQueue, readLocalQueue, type AnyQueue, type QueueCounts } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { backPressure, type Outage, type Queues } from '@tributary/messaging-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueRoom } from '../acceptance/queue-room.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { MOST_CUT, MOST_PUT_OFF, OutageRoom } from './outage-room.js';

const AWAY: Outage = { code: 'EMBEDDER.UNAVAILABLE', message: 'The server at http://10.0.0.9:8080 does not answer.' };

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

/** Queues in which so many jobs are put off, some of which met an outage for `served-log`. */
function queuesWith(delayed: number, { outage = AWAY } = {}): Pick<Queues, 'counts' | 'outages'> & { readonly asked: string[] } {
  const asked: string[] = [];
  const counts = ({ name }: AnyQueue): Promise<QueueCounts> => {
    asked.push(name);
    return Promise.resolve({ queue: name, waiting: 0, delayed, active: 0, dead: 0, oldest_ms: 0 });
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

async function recordOf(name: string): Promise<CollectionRecord> {
  return new EnsureCollection(bed.collaborators).run(name);
}

function roomMeeting(code: string): QueueRoom {
  const queues = Object.assign(new QueuesAway(), queuesWith(MOST_PUT_OFF + 1, { outage: { ...AWAY, code } }));
  return new QueueRoom({ ...bed.collaborators, queues });
}

it('refuses documents for the model or engine that is away, by its name and without its address, and takes those of others', async () => {
  const { engine, card } = await recordOf('served-log');
  const refused = roomMeeting('EMBEDDER.UNAVAILABLE').require(['notes', 'served-log']);
  await expect(refused).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE', category: 'overloaded', retryAfterMs: 30_000 });
  await expect(refused).rejects.toThrow(`its model ${card.model.name} is (EMBEDDER.UNAVAILABLE)`);
  await expect(refused).rejects.not.toThrow('10.0.0.9');
  const room = roomMeeting('ENGINE.UNAVAILABLE');
  await expect(room.require(['served-log'])).rejects.toThrow(`its engine ${engine} is (ENGINE.UNAVAILABLE)`);
  await room.require(['notes']);
});

it('tells nothing of a collection to a writer to whom it is not open', async () => {
  await recordOf('served-log');
  const granted = (collections: readonly string[]) => Principal.parse({ subject: 'ann', user_id: 'ann', collections });
  const room = roomMeeting('EMBEDDER.UNAVAILABLE');
  await room.require(['served-log'], granted(['notes']));
  await expect(room.require(['served-log'], granted(['served-*']))).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE' });
});

it('refuses all documents where the queue has no room for one more', async () => {
  const overflow = () => Promise.resolve(backPressure(ingestDocumentQueue, '50000 jobs wait'));
  const queues = Object.assign(new QueuesAway(), queuesWith(0), { overflow });
  const room = new QueueRoom({ ...bed.collaborators, queues });
  await expect(room.require(['notes'])).rejects.toThrow(`The queue ${ingestDocumentQueue.name} is full`);
});
