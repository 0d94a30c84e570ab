import { ingestDocumentQueue } from '@tributary/contracts';
import { Catalog } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { encodeDocumentKey, permanent } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failedDocuments } from './failed-documents.js';

const NONE = { status: 'ok', detail: 'none without a dead letter' };

let catalog: Catalog;
let queues: LocalQueues;
beforeEach(() => {
  catalog = new Catalog(new MemoryEngine({ name: 'main' }).records);
  queues = LocalQueues.open({ memory: true });
});
afterEach(() => queues.close());

async function fail(id: string, { code = 'EMBEDDER.ANSWER_INVALID', source = '' } = {}): Promise<void> {
  const key = encodeDocumentKey(id);
  const row = { collection: 'notes', key, doc_id: key, version: 1, hash: '', source, accepted_at: 0, error: { code, message: 'Failed.' } };
  await catalog.documents.change(`notes/${key}`, () => ({ set: { ...row, state: 'failed' } }));
}

/** @returns the id of its job, which is dead */
async function die(id: string): Promise<string> {
  const consumer = await queues.consume(ingestDocumentQueue, () => Promise.reject(permanent('EMBEDDER.ANSWER_INVALID', 'No.')), {
    concurrency: 1,
  });
  const { id: job } = await queues.add(ingestDocumentQueue, { v: 1, collection: 'notes', id, content: 'A note.' });
  await eventually(async () => (await queues.get(job))?.state === 'dead');
  await consumer.stop(0);
  return job;
}

it('names a failed document once its dead letter is put away, and says why it failed and what to do', async () => {
  await fail('a#1');
  const job = await die('a#1');
  expect(await failedDocuments({ catalog, queues })).toEqual(NONE);
  await queues.cancel(job);
  const detail = '1 document failed and has no dead letter: hand in again notes/a#1 (EMBEDDER.ANSWER_INVALID).';
  expect(await failedDocuments({ catalog, queues })).toEqual({ status: 'warning', detail });
});

it('leaves out what was redriven and waits, and what an engine lost', async () => {
  await fail('a');
  await queues.redrive(await die('a'));
  await fail('lost', { code: 'DOCUMENT.POINTS_LOST' });
  expect(await failedDocuments({ catalog, queues })).toEqual(NONE);
});

it('says to sync the source of a document that has one, and only counts those of collections that are not included', async () => {
  await fail('a');
  await fail('b', { source: 'folder' });
  const why = '(EMBEDDER.ANSWER_INVALID)';
  const todo = `hand in again notes/a ${why}; sync the sources ("tributary sources sync") of notes/b ${why}.`;
  expect(await failedDocuments({ catalog, queues })).toEqual({
    status: 'warning',
    detail: `2 documents failed and have no dead letter: ${todo}`,
  });
  expect(await failedDocuments({ catalog, queues }, (name) => name === 'shop')).toEqual({
    status: 'warning',
    detail: '2 documents failed and have no dead letter, in collections that are not yours.',
  });
});

it('names none where there are more dead letters than it reads', async () => {
  await fail('a');
  const job = { id: '1', queue: ingestDocumentQueue.name, state: 'dead', attempts: 1, created_at: '2026-11-29T00:00:00Z' } as const;
  const full = { list: ({ limit }: { limit: number }) => Promise.resolve(Array.from({ length: limit }, () => job)) };
  const { status, detail } = await failedDocuments({ catalog, queues: full });
  expect([status, detail]).toEqual(['ok', expect.stringContaining('not looked through')]);
});
