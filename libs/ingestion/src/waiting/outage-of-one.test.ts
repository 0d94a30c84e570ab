import { join } from 'node:path';
import { ingestDocumentQueue, readLocalQueue, syncLocalQueue, type AnyQueue } from '@tributary/contracts';
import type { Queues } from '@tributary/messaging-port';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SyncSource } from '../sync-source/sync-source.use-case.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { MOST_PUT_OFF } from './outage-room.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

/** The queues of the bed, as if more than may be put off waited in each for what the collection stands on. */
function waitingFor(collection: string): Queues {
  const away = { code: 'EMBEDDER.UNAVAILABLE', message: 'The server does not answer.' };
  return replaced<Queues>(bed.queues, {
    counts: async (queue: AnyQueue) => ({ ...(await bed.queues.counts(queue)), delayed: MOST_PUT_OFF + 1 }),
    outages: () => Promise.resolve(new Map([[collection, away]])),
  });
}

const waiting = async (queue: AnyQueue) => (await bed.queues.counts(queue)).waiting;

it('lets a sweep leave documents whose model is away in the catalog, and take up the others; and those, too, once there is room', async () => {
  const notes = ['away', 'here'].map((collection) => ({ v: 1 as const, collection, id: 'a', content: 'A text.' }));
  await new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() }).run(notes);
  expect(await new Sweep({ ...bed.collaborators, queues: waitingFor('away') }).run({ olderThanMs: 0 })).toBe(1);
  expect(await waiting(ingestDocumentQueue)).toBe(1);
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  expect(await waiting(ingestDocumentQueue)).toBe(2);
});

it('lets a sync end without the jobs of documents whose model is away, which a sweep adds once there is room', async () => {
  await bed.write('project/readme.md', 'Ships wait here for the tide.\n');
  await bed.write('project/tide.ts', 'export const tide = 1;\n');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'project') });
  expect(await waiting(syncLocalQueue)).toBe(1);
  const sync = new SyncSource({ ...bed.collaborators, queues: waitingFor('project-docs') });
  const signal = new AbortController().signal;
  await sync.run({ source_id: sourceId, confirmed: false }, { signal, progress: () => undefined });
  expect(await waiting(readLocalQueue)).toBe(1);
  expect(await bed.catalog.documents.count({ collection: 'project-docs', state: 'accepted' })).toBe(1);
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  expect(await waiting(readLocalQueue)).toBe(2);
});
