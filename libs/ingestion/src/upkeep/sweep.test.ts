import { join } from 'node:path';
import { embedChunksQueue, ingestDocumentQueue, localOwner, maintenanceQueue } from '@tributary/contracts';
import { Engines, type DocumentRecord } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { replaced } from '@tributary/testing';
import { permanent, retryable } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { LocalQueues } from '@tributary/messaging-local';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import { RemoveCollection } from '../collections/remove-collection.use-case.js';
import type { CrashAt, CrashPoint } from '../collaborators/crash-points.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { RemoveSource } from '../sources/removal/remove-source.use-case.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { whenIndexed } from '../waiting/when-indexed.js';
import { Sweep } from './sweep.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

/** Ends the call at a crash point as a kill would, with the process left alive. */
function endAt(wanted: CrashPoint): CrashAt {
  return (point) => {
    if (point === wanted) throw new Error(point);
  };
}

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
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(0);
});

it('takes up what was accepted before the clock went back', async () => {
  bed.clock.moveOn(86_400_000);
  await new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() }).run([note('a')]);
  bed.clock.moveOn(-86_400_000);
  const sweep = new Sweep(bed.collaborators);
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(1);
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(0);
});

it('ends where the queue is full, and leaves the rest to the next sweep', async () => {
  await new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() }).run([note('a'), note('b')]);
  const full = LocalQueues.open({ memory: true, limits: { [ingestDocumentQueue.name]: { maxWaiting: 0 } } });
  expect(await new Sweep({ ...bed.collaborators, queues: full }).run({ olderThanMs: 0 })).toBe(0);
  await full.close();
  expect(await new Sweep(bed.collaborators).run({ olderThanMs: 0 })).toBe(2);
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

it('ends a delete that was interrupted between the catalog and the engine', async () => {
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([note('a'), note('b')]);
  await bed.idle();
  const interrupted = new DeleteDocuments({ ...bed.collaborators, crashAt: endAt('tombstone-written') });
  const context = { principal: localOwner, signal: new AbortController().signal };
  await expect(interrupted.run({ ids: ['tributary://notes/a'], dry_run: false }, context)).rejects.toThrow('tombstone-written');
  expect(await bed.texts('notes')).toHaveLength(2);
  expect(await new Sweep(bed.collaborators).run({ olderThanMs: 600_000 })).toBe(1);
  expect(await bed.texts('notes')).toEqual(['Text of b.']);
});

it('ends the removal of a source or a collection that was interrupted', async () => {
  await bed.start();
  await bed.write('one/a.md', 'First.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'one') });
  await new AcceptDocuments(bed.collaborators).run([note('a')]);
  await bed.idle();
  const cut = { ...bed.collaborators, crashAt: endAt('removal-recorded') };
  await expect(new RemoveSource(cut).run({ sourceId, keepDocuments: false })).rejects.toThrow();
  await expect(new RemoveCollection(cut).run('notes')).rejects.toThrow();
  expect(await bed.texts('one-docs')).toEqual(['First.']);
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  await bed.idle();
  expect(await bed.texts('one-docs')).toEqual([]);
  expect((await bed.engine.listCollections()).map(({ name }) => name)).toEqual(['one-docs__g1']);
  expect(await bed.catalog.sources.count()).toBe(0);
});

it('forgets the parts of a document nobody waits for, and keeps those of a failed one for its redrive', async () => {
  await bed.start();
  let refusals = 0;
  const broken = permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
  bed.provider.refuse = (text) => (text.includes('Paragraph 500 ') || refusals > 0 ? (refusals++, broken) : undefined);
  const paragraphs = Array.from({ length: 520 }, (_, i) => `Paragraph ${i} ${'tells of the sea and of the ships on it. '.repeat(11)}`);
  await new AcceptDocuments(bed.collaborators).run([{ ...note('book'), version: 1, content: paragraphs.join('\n\n') }]);
  await bed.idle();
  const staged = await bed.engine.records.count({ kind: 'staged' });
  expect(staged).toBeGreaterThan(0);
  const sweep = new Sweep(bed.collaborators);
  await sweep.run({ olderThanMs: 0 });
  expect(await bed.engine.records.count({ kind: 'staged' })).toBe(staged);
  await new DeleteDocuments(bed.collaborators).run(
    { ids: ['tributary://notes/book'], dry_run: false },
    { principal: localOwner, signal: new AbortController().signal },
  );
  await sweep.run({ olderThanMs: 0 });
  expect(await bed.engine.records.count({ kind: 'staged' })).toBe(0);
});

it('forgets the parts of a failed document with its dead letter, after a month', async () => {
  await bed.start();
  const broken = permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
  bed.provider.refuse = (text) => (text === 'text' || Number(/^Paragraph (\d+)/m.exec(text)?.[1]) >= 512 ? broken : undefined);
  const paragraphs = Array.from({ length: 520 }, (_, i) => `Paragraph ${i} ${'tells of the sea and of the ships on it. '.repeat(11)}`);
  await new AcceptDocuments(bed.collaborators).run([{ ...note('book'), content: paragraphs.join('\n\n') }]);
  await bed.idle();
  const after = async (days: number) => {
    await new Sweep({ ...bed.collaborators, clock: { now: () => Date.now() + days * 86_400_000 } }).run({ olderThanMs: 0 });
    return [await bed.engine.records.count({ kind: 'staged' }), await bed.engine.records.count({ kind: 'staged-mark' })];
  };
  expect(await after(30)).toEqual([2, 2]);
  const failedAs = (error: DocumentRecord['error']) =>
    bed.catalog.documents.change('notes/book', (row) => (row === undefined ? { keep: true } : { set: { ...row, error } }));
  const row = await bed.catalog.documents.get('notes/book');
  // As an earlier version wrote it, without the time of its failure.
  await failedAs({ code: 'EMBEDDER.KEY_REFUSED', message: 'The key was refused.' });
  expect(await after(32)).toEqual([2, 2]);
  await failedAs(row?.error);
  expect(await after(32)).toEqual([0, 0]);
});

it('forgets the row of a deleted document with its tombstone, after a month, but one that keeps a file from coming back only with its source', async () => {
  await bed.start();
  await bed.write('one/a.md', 'First.');
  await bed.write('one/b.md', 'Second.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'one') });
  await new AcceptDocuments(bed.collaborators).run([note('a'), note('b')]);
  await bed.idle();
  const context = { principal: localOwner, signal: new AbortController().signal };
  await new DeleteDocuments(bed.collaborators).run(
    { ids: ['tributary://notes/a', 'tributary://one-docs/one/a.md'], dry_run: false },
    context,
  );
  const rows = async () => (await bed.catalog.documents.getMany(['notes/a', 'notes/b', 'one-docs/one/a.md'])).map((row) => row?.state);
  const after = (days: number) =>
    new Sweep({ ...bed.collaborators, clock: { now: () => Date.now() + days * 86_400_000 } }).run({ olderThanMs: 0 });
  await after(29);
  expect(await rows()).toEqual(['deleted', 'indexed', 'deleted']);
  await after(31);
  expect(await rows()).toEqual([undefined, 'indexed', 'deleted']);
  await new RemoveSource(bed.collaborators).run({ sourceId, keepDocuments: false });
  await after(31);
  expect(await rows()).toEqual([undefined, 'indexed', undefined]);
});

it('runs as a job, too', async () => {
  await bed.start();
  const { id } = await bed.queues.add(maintenanceQueue, { task: 'sweep' });
  await bed.idle();
  expect(await bed.queues.get(id)).toMatchObject({ state: 'done' });
});

it('is not held up by an engine that is away', async () => {
  const away = replaced(new MemoryEngine({ name: 'away' }), { listCollections: () => Promise.reject(gone()) });
  const engines = new Engines(bed.engine, [away]);
  await expect(new Sweep({ ...bed.collaborators, engines }).run({ olderThanMs: 0 })).resolves.toBe(0);
});

it('applies deletes where it can: those of an engine that is away wait, those of one that is configured no more hold up nothing', async () => {
  const { card } = await new EnsureCollection(bed.collaborators).run('notes');
  let isAway = true;
  const memory = new MemoryEngine({ name: 'away' });
  await memory.createCollection('theirs__g1', card);
  const away = replaced(memory, { deleteDocuments: (request) => (isAway ? Promise.reject(gone()) : memory.deleteDocuments(request)) });
  for (const [name, engine] of [
    ['lost', 'nobody'],
    ['theirs', 'away'],
  ] as const)
    await bed.catalog.collections.change(name, () => ({ set: { name, engine, card, generation: 1 } }));
  const rows = ['lost/a', 'notes/a', 'theirs/a'];
  for (const row of rows) {
    const [collection = '', key = ''] = row.split('/');
    const deleted = { hash: '', source: '', epoch: 0, chunks: 0, title: '', version: 1, accepted_at: 1, state: 'deleted' as const };
    await bed.catalog.documents.change(row, () => ({ set: { collection, key, doc_id: documentId(collection, key), ...deleted } }));
  }
  const applied = async () => (await bed.catalog.documents.getMany(rows)).map((row) => row?.indexed_at !== undefined);
  const sweep = new Sweep({ ...bed.collaborators, engines: new Engines(bed.engine, [away]) });
  expect(await sweep.run({ olderThanMs: 600_000 })).toBe(1);
  expect(await applied()).toEqual([false, true, false]);
  isAway = false;
  await sweep.run({ olderThanMs: 600_000 });
  expect(await applied()).toEqual([false, true, true]);
});

function gone() {
  return retryable('ENGINE.UNAVAILABLE', 'Nobody answers.', { category: 'unavailable' });
}
