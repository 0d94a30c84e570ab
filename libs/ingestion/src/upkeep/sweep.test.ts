import { embedChunksQueue, ingestDocumentQueue, maintenanceQueue } from '@tributary/contracts';
import { LocalQueues } from '@tributary/messaging-local';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { whenIndexed } from '../waiting/when-indexed.js';
import { Sweep } from './sweep.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

function note(id: string) {
  return { v: 1 as const, collection: 'notes', id, content: `Text of ${id}.` };
}

it('loses no acknowledged document with the queue', async () => {
  const lost = LocalQueues.open({ memory: true });
  await new AcceptDocuments({ ...bed.collaborators, queues: lost }).run([note('a'), note('b')]);
  await lost.close();
  await bed.start();
  expect(await new Sweep(bed.collaborators).run({ olderThanMs: 0 })).toBe(2);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['Text of a.', 'Text of b.']);
});

it('leaves alone what has not waited long, and takes it up later', async () => {
  await new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() }).run([note('a')]);
  const sweep = new Sweep(bed.collaborators);
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(0);
  bed.clock.moveOn(600_001);
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(1);
});

it('makes good the loss of chunks on their way to the embedder', async () => {
  await bed.start({}, [ingestDocumentQueue]);
  await new AcceptDocuments(bed.collaborators).run([note('a')]);
  await bed.untilWaiting(embedChunksQueue);
  for (const { id } of await bed.queues.list({ queue: embedChunksQueue.name, limit: 10 })) await bed.queues.cancel(id);
  await bed.stop();
  await bed.start();
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  const rows = [{ collection: 'notes', key: 'a', version: (await bed.catalog.documents.get('notes/a'))?.version ?? 0 }];
  expect(await whenIndexed({ catalog: bed.catalog, rows }, { timeoutMs: 10_000, signal: AbortSignal.timeout(15_000) })).toBe(true);
});

it('runs as a job, too', async () => {
  await bed.start();
  const { id } = await bed.queues.add(maintenanceQueue, { task: 'sweep' });
  await bed.idle();
  expect(await bed.queues.get(id)).toMatchObject({ state: 'done' });
});
