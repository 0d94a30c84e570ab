import { join } from 'node:path';
import {
  ingestDocumentQueue,
  maintenanceQueue,
  embedChunksQueue,
  queuesOfReach,
  syncSourceQueue,
  type SourceReach,
} from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { documentJobs } from '../ingest-document/document-jobs.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AddSource } from './registering/add-source.use-case.js';
import { MemoryPages } from './memory-pages.fixture.js';
import { SummariseSource } from './state/summarise-source.js';

const START = 'https://example.org/';

let bed: Testbed;
let pages: MemoryPages;
beforeEach(async () => {
  bed = await Testbed.open();
  pages = new MemoryPages();
  pages.pages.set(START, 'The first page.');
  await bed.write('one/a.md', 'The first file.');
});
afterEach(() => bed.close());

/** A worker of one sort, and an embedder. */
async function startWorker(reach: SourceReach): Promise<void> {
  const { sync, read } = queuesOfReach(reach);
  const readers = reach === 'web' ? { web: pages } : bed.collaborators.readers;
  await bed.start({ readers }, [sync, read, syncSourceQueue, ingestDocumentQueue, maintenanceQueue, embedChunksQueue]);
}

async function add(location: string): Promise<string> {
  const readers = { ...bed.collaborators.readers, web: pages };
  return (await new AddSource({ ...bed.collaborators, readers }).run({ location })).sourceId;
}

const summaryOf = (id: string) => new SummariseSource(bed.collaborators).run(id);
const untilDocuments = (id: string) =>
  eventually(async () => {
    expect(await summaryOf(id)).toMatchObject({ documents: 1, pending: 0 });
  });

it.each([
  { there: 'web', away: 'local' },
  { there: 'local', away: 'web' },
] as const)('with a worker for $there sources alone, sources of the other sort wait and say for what', async ({ there, away }) => {
  const byReach = { local: await add(join(bed.folder, 'one')), web: await add(START) };
  await startWorker(there);
  await untilDocuments(byReach[there]);
  expect((await summaryOf(byReach[there]))?.waits).toBeUndefined();
  expect(await summaryOf(byReach[away])).toMatchObject({
    state: 'idle',
    documents: 0,
    waits: `no worker for ${away} sources: start an ingest worker with sources.read "${away}" or "all"`,
  });
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'notes', id: 'a', content: 'Handed in.' }]);
  await eventually(async () => {
    expect(await bed.texts('notes')).toEqual(['Handed in.']);
  });
  await bed.stop();
  await startWorker(away);
  await untilDocuments(byReach[away]);
  expect((await summaryOf(byReach[away]))?.waits).toBeUndefined();
});

it('hands on what an earlier version asked for, whichever worker takes it', async () => {
  const id = await add(join(bed.folder, 'one'));
  for (const { id: job } of await bed.queues.list({ limit: 10 })) await bed.queues.cancel(job);
  const { id: asked } = await bed.queues.add(syncSourceQueue, { source_id: id });
  await startWorker('web');
  await eventually(async () => {
    const job = await bed.queues.get(asked);
    expect(job?.state).toBe('skipped');
    expect(job?.reason).toMatch(/^handed on: sync-local\./);
  });
  await bed.stop();
  await startWorker('local');
  await untilDocuments(id);
});

it('hands a file on that stands in the queue of documents, and reads none it cannot reach', async () => {
  const id = await add(join(bed.folder, 'one'));
  await bed.start({}, [queuesOfReach('local').sync]);
  await bed.untilWaiting(queuesOfReach('local').read);
  await bed.stop();
  const [waiting] = await bed.queues.list({ queue: 'read-local', limit: 10 });
  await bed.queues.cancel(waiting?.id ?? '');
  const row = await bed.catalog.documents.get(documentRecordKey('one-docs', 'one/a.md'));
  const [job] = row === undefined ? [] : documentJobs([row], () => undefined);
  expect(job?.queue.name).toBe('ingest-document');
  await bed.queues.addMany(ingestDocumentQueue, job?.jobs ?? []);
  await startWorker('web');
  await bed.untilWaiting(queuesOfReach('local').read);
  expect(bed.reader.paths).toEqual([]);
  await bed.stop();
  await startWorker('local');
  await untilDocuments(id);
  expect(bed.reader.paths).toEqual(['a.md']);
});
