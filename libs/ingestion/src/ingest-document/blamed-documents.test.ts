import { join } from 'node:path';
import { embedChunksQueue, ingestDocumentQueue, localOwner, syncLocalQueue } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { EmbedChunksJob } from '../embed-chunks/embed-chunks.job.js';
import { rowKey } from '../documents/row-key.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { IngestDocumentJob } from './ingest-document.job.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

/** A run of a job in which processes ended. */
const BLAMED = {
  id: '1',
  log: () => undefined,
  progress: () => undefined,
  attempt: 5,
  failures: 0,
  isBlamed: true,
  priority: 10,
};

const LEFT_ALONE = { code: 'DOCUMENT.ENDS_PROCESS', retryable: false };

/** Accepts a document, cuts nothing. */
async function accept(content: string): Promise<number> {
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'feed', id: 'x', content }]);
  return (await bed.catalog.documents.get('feed/x'))?.version ?? 0;
}

function handle(version?: number) {
  const data = { v: 1 as const, collection: 'feed', id: 'x', ...(version === undefined ? {} : { version }) };
  return new IngestDocumentJob(bed.collaborators).handle({ ...BLAMED, data, signal: new AbortController().signal });
}

it('leaves a document alone in which processes ended again and again: it is failed, says what to do, and no sweep takes it up', async () => {
  const version = await accept('Hangs.');
  await expect(handle(version)).rejects.toMatchObject(LEFT_ALONE);
  const row = await bed.catalog.documents.get('feed/x');
  expect(row).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.ENDS_PROCESS' } });
  expect(row?.error?.message).toContain('redrive its job');
  const before = (await bed.queues.counts(ingestDocumentQueue)).waiting;
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  expect((await bed.queues.counts(ingestDocumentQueue)).waiting).toBe(before);
});

it('blames no later version, and has no dead letter of what was deleted', async () => {
  const version = await accept('Hangs.');
  await accept('Hangs no more.');
  expect(await handle(version)).toMatchObject({ reason: 'superseded' });
  expect(await bed.catalog.documents.get('feed/x')).toMatchObject({ state: 'accepted' });
  await new DeleteDocuments(bed.collaborators).run(
    { collection: 'feed', ids: ['x'], dry_run: false },
    { principal: localOwner, signal: new AbortController().signal },
  );
  expect(await handle(version)).toMatchObject({ reason: 'superseded' });
});

it('leaves a document alone whose embedding ends processes', async () => {
  await bed.start({}, [ingestDocumentQueue]);
  await accept('Hangs.');
  await bed.untilWaiting(embedChunksQueue);
  const seen: unknown[] = [];
  const job = new EmbedChunksJob(bed.collaborators);
  await bed.queues.consume(
    embedChunksQueue,
    async (run) => {
      const failure: unknown = await job.handle({ ...run, isBlamed: true }).catch((error: unknown) => error);
      seen.push(failure);
      return { embedded: 0, reused: 0 };
    },
    { concurrency: 1 },
  );
  await eventually(() => seen.length === 1);
  expect(seen).toMatchObject([LEFT_ALONE]);
  expect(await bed.catalog.documents.get('feed/x')).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.ENDS_PROCESS' } });
});

it('lets a file rest in which processes ended until it changes, whoever syncs its folder', async () => {
  await bed.start();
  await bed.write('notes/hangs.md', 'Hangs.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') });
  await bed.idle();
  let key = '';
  for await (const row of bed.catalog.documents.list({ source: sourceId })) key = rowKey(row);
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
