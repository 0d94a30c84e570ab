import { join } from 'node:path';
import { ingestDocumentQueue, syncLocalQueue } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { IngestDocumentJob } from './ingest-document.job.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

it('leaves a document alone in which processes ended again and again: it is failed, says what to do, and no sweep takes it up', async () => {
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'feed', id: 'x', content: 'Hangs.' }]);
  const job = {
    id: '1',
    data: { v: 1 as const, collection: 'feed', id: 'x' },
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
    attempt: 5,
    failures: 0,
    isBlamed: true,
    priority: 10,
  };
  await expect(new IngestDocumentJob(bed.collaborators).handle(job)).rejects.toMatchObject({
    code: 'DOCUMENT.ENDS_PROCESS',
    retryable: false,
  });
  const row = await bed.catalog.documents.get('feed/x');
  expect(row).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.ENDS_PROCESS' } });
  expect(row?.error?.message).toContain('redrive its job');
  const before = (await bed.queues.counts(ingestDocumentQueue)).waiting;
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  expect((await bed.queues.counts(ingestDocumentQueue)).waiting).toBe(before);
});

it('lets a file rest in which processes ended until it changes, whoever syncs its folder', async () => {
  await bed.start();
  await bed.write('notes/hangs.md', 'Hangs.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') });
  await bed.idle();
  const [row] = await Array.fromAsync(bed.catalog.documents.list({ state: 'indexed' }));
  const key = documentRecordKey(row?.collection ?? '', row?.key ?? '');
  const error = { code: 'DOCUMENT.ENDS_PROCESS', message: 'It ended.', at: 1 };
  await bed.catalog.documents.change(key, (present) => (present ? { set: { ...present, state: 'failed', error } } : { keep: true }));
  const sync = async () => {
    const { id } = await bed.queues.add(syncLocalQueue, { source_id: sourceId });
    await bed.idle();
    return (await bed.queues.get(id))?.progress?.counts;
  };
  expect(await sync()).toMatchObject({ changed: 0, 'skipped: ends-process': 1 });
  expect(await bed.catalog.documents.get(key)).toMatchObject({ state: 'failed', error });
  await bed.write('notes/hangs.md', 'Hangs no more.');
  expect(await sync()).toMatchObject({ changed: 1 });
  expect((await bed.catalog.documents.get(key))?.state).toBe('indexed');
});
