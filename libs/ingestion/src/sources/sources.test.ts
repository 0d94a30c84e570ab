import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { embedChunksQueue, localOwner, readLocalQueue, syncLocalQueue, type SourceInput } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { RemoveCollection } from '../collections/remove-collection.use-case.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AddSource } from './registering/add-source.use-case.js';
import { RemovalNotes } from './removal/removal-notes.js';
import { RemoveSource } from './removal/remove-source.use-case.js';
import { SummariseSource } from './state/summarise-source.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

async function add(folder: string, over: Partial<Pick<SourceInput, 'collection' | 'description' | 'kind' | 'name'>> = {}) {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, folder), ...over });
  await bed.idle();
  const summary = await new SummariseSource(bed.collaborators).run(sourceId);
  if (summary === undefined) throw new Error('no source');
  return summary;
}

it('knows a place again, and tells two folders of one name apart', async () => {
  await bed.write('one/notes/a.md', 'From the first folder.');
  await bed.write('two/notes/a.md', 'From the second folder.');
  const first = await add('one/notes');
  expect((await add('one/notes')).id).toBe(first.id);
  const second = await add('two/notes');
  expect(first.name).toBe('notes');
  expect(second.name).toMatch(/^notes-[0-9a-f]{6}$/);
  expect(await bed.texts('notes-docs')).toEqual(['From the first folder.']);
  expect(await bed.texts(`${second.name}-docs`)).toEqual(['From the second folder.']);
});

it('keeps its kind and its name: another one is refused, with what to do', async () => {
  await bed.write('v/a.md', 'A note.');
  const { id } = await add('v', { kind: 'folder', name: 'vault' });
  for (const over of [{ name: 'other' }, { kind: 'folder' as const, name: 'v' }])
    await expect(add('v', over)).rejects.toMatchObject({
      code: 'SOURCE.INDEXED_OTHERWISE',
      category: 'conflict',
      message: `${join(bed.folder, 'v')} is indexed already, as folder under the name vault, and both stay. To have it synced, leave kind and name out; to have it otherwise, remove it first: tributary sources remove ${id}`,
    });
  expect(await add('v', { kind: 'folder', name: 'vault' })).toMatchObject({ id, documents: 1 });
  await bed.write('alone.md', 'A note.');
  await add('alone.md');
  await expect(add('alone.md', { kind: 'folder' })).rejects.toMatchObject({ code: 'SOURCE.INDEXED_OTHERWISE' });
  await bed.write('two/v/a.md', 'Another one.');
  const second = await add('two/v', { name: 'vault' });
  expect(second.name).toMatch(/^vault-[0-9a-f]{6}$/);
  expect(await add('two/v', { name: 'vault' })).toMatchObject({ id: second.id });
});

it('puts everything into the collection that is named, with its description', async () => {
  await bed.write('project/a.md', 'Words.');
  await bed.write('project/b.ts', 'export const b = 1;');
  await add('project', { collection: 'all', description: 'A project.' });
  expect(await bed.texts('all')).toEqual(['Words.', 'export const b = 1;']);
  expect((await bed.catalog.collections.get('all'))?.card).toMatchObject({
    description: 'A project.',
    description_generated: false,
    analyser: 'tributary@1',
  });
});

it('takes a single file', async () => {
  await bed.write('a.md', 'One file.');
  await bed.write('b.md', 'Another file.');
  const source = await add('a.md', { collection: 'files' });
  expect(source).toMatchObject({ kind: 'file', documents: 1 });
  expect(await bed.texts('files')).toEqual(['One file.']);
});

it('refuses what is not there, what holds keys, and where Tributary keeps its data', async () => {
  await bed.write('home/.ssh/config', 'Host *');
  await expect(add('nowhere')).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
  await expect(add('home/.ssh')).rejects.toMatchObject({ code: 'SOURCE.KEY_FOLDER' });
  await bed.write('home/data/owner.db', '');
  await bed.write('home/data/server.json', '{}');
  await expect(add('home/data')).rejects.toMatchObject({ code: 'SOURCE.DATA_FOLDER', category: 'denied' });
});

it('leaves the documents of a large one to a job', async () => {
  await bed.write('many/a.md', 'First.');
  const { id } = await add('many');
  await bed.stop();
  const more = Array.from({ length: 500 }, (_, i) => ({ v: 1 as const, collection: 'many-docs', id: `many/${i}`, content: `Note ${i}.` }));
  await new AcceptDocuments(bed.collaborators).run(more, { source: id });
  await new RemoveSource(bed.collaborators).run({ sourceId: id, keepDocuments: false });
  expect(await new SummariseSource(bed.collaborators).run(id)).toBeUndefined();
  expect(await bed.texts('many-docs')).toEqual(['First.']);
  await bed.start();
  await bed.idle();
  expect(await bed.texts('many-docs')).toEqual([]);
});

it('counts the files it leaves out, by reason', async () => {
  await bed.write('mixed/a.md', 'Words.');
  await bed.write('mixed/.env', 'KEY=1');
  await bed.write('mixed/b.png', 'not a picture');
  await bed.write('mixed/c.txt', 'zero \u0000 byte');
  await bed.write('mixed/.gitignore', 'd.md');
  await bed.write('mixed/d.md', 'Ignored.');
  const first = await add('mixed');
  expect(first.skipped).toMatchObject({ secret: 1, binary: 2, ignored: 1 });
  expect([first.documents, first.failed]).toEqual([2, 0]);
  bed.reader.paths.length = 0;
  expect((await add('mixed')).skipped).toEqual(first.skipped);
  expect(bed.reader.paths).toEqual([]);
  await bed.write('mixed/c.txt', 'Text now.');
  expect((await add('mixed')).documents).toBe(3);
});

it('takes its documents with it, or leaves them standing by themselves', async () => {
  await bed.write('one/a.md', 'First.');
  await bed.write('two/a.md', 'Second.');
  const [one, two] = [await add('one'), await add('two')];
  const remove = new RemoveSource(bed.collaborators);
  await remove.run({ sourceId: one.id, keepDocuments: false });
  await remove.run({ sourceId: two.id, keepDocuments: true });
  expect(await bed.texts('one-docs')).toEqual([]);
  expect(await bed.texts('two-docs')).toEqual(['Second.']);
  expect(await new SummariseSource(bed.collaborators).all()).toEqual([]);
  await expect(remove.run({ sourceId: one.id, keepDocuments: false })).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
});

it('can be added again right after it was removed', async () => {
  await bed.write('one/a.md', 'First.');
  const { id } = await add('one');
  await bed.stop();
  await new RemoveSource(bed.collaborators).run({ sourceId: id, keepDocuments: false });
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'one') });
  await bed.start();
  await bed.idle();
  expect(await bed.texts('one-docs')).toEqual(['First.']);
});

it('does not index what waited when its source was removed', async () => {
  await bed.write('one/a.md', 'First.');
  const source = await add('one');
  await bed.write('one/b.md', 'Second.');
  await bed.stop();
  await bed.start({}, [syncLocalQueue]);
  await bed.queues.add(syncLocalQueue, { source_id: source.id });
  await bed.untilWaiting(readLocalQueue);
  await new RemoveSource(bed.collaborators).run({ sourceId: source.id, keepDocuments: false });
  await bed.stop();
  await bed.start();
  await bed.idle();
  expect(await bed.texts('one-docs')).toEqual([]);
  expect(await bed.catalog.documents.count({ state: 'accepted' })).toBe(0);
});

it.each([
  { keep: true, left: ['First.'] },
  { keep: false, left: [] },
])('settles what a sync still accepted after the removal, kept: $keep', async ({ keep, left }) => {
  await bed.write('one/a.md', 'First.');
  const { id, name } = await add('one');
  await bed.stop();
  await bed.start({}, [syncLocalQueue]);
  await bed.write('one/a.md', 'First, changed.');
  await bed.write('one/b.md', 'Second.');
  await bed.queues.add(syncLocalQueue, { source_id: id });
  await bed.untilWaiting(readLocalQueue);
  await bed.stop();
  await new RemovalNotes(bed.engine.records).put({ v: 1, source_id: id, name, keep_documents: keep });
  await bed.catalog.sources.delete([id]);
  await bed.start();
  await bed.idle();
  expect(await bed.texts('one-docs')).toEqual(left);
  expect(await bed.catalog.documents.count({ state: 'accepted' })).toBe(0);
  expect((await bed.catalog.documents.get('one-docs/one/a.md'))?.state).toBe(keep ? 'indexed' : 'deleted');
});

it('leaves deleted what a person deleted, until its file changes', async () => {
  await bed.write('one/a.md', 'First.');
  const file = await bed.write('one/b.md', 'Second.');
  const source = await add('one');
  const context = { principal: localOwner, signal: new AbortController().signal };
  await new DeleteDocuments(bed.collaborators).run({ ids: ['tributary://one-docs/one/b.md'], dry_run: false }, context);
  await add('one');
  expect(await bed.texts('one-docs')).toEqual(['First.']);
  await rm(file);
  await bed.write('one/b.md', 'Second, changed.');
  await add('one');
  expect(await bed.texts('one-docs')).toEqual(['First.', 'Second, changed.']);
  expect(source.state).toBe('idle');
});

it.each([
  { keepDocuments: false, between: [] },
  { keepDocuments: true, between: ['First.'] },
])(
  'brings back what a person deleted when it is removed and added again, documents kept: $keepDocuments',
  async ({ keepDocuments, between }) => {
    await bed.write('one/a.md', 'First.');
    await bed.write('one/b.md', 'Second.');
    const { id } = await add('one');
    const context = { principal: localOwner, signal: new AbortController().signal };
    await new DeleteDocuments(bed.collaborators).run({ ids: ['tributary://one-docs/one/b.md'], dry_run: false }, context);
    await new RemoveSource(bed.collaborators).run({ sourceId: id, keepDocuments });
    expect(await bed.texts('one-docs')).toEqual(between);
    await add('one');
    expect(await bed.texts('one-docs')).toEqual(['First.', 'Second.']);
  },
);

it('pauses when its collection is removed, and goes on when it is added again', async () => {
  await bed.write('one/a.md', 'First.');
  const { id } = await add('one', { collection: 'kept' });
  await new RemoveCollection(bed.collaborators).run('kept');
  await bed.queues.add(syncLocalQueue, { source_id: id });
  await bed.idle();
  expect(await bed.texts('kept')).toEqual([]);
  const paused = await new SummariseSource(bed.collaborators).run(id);
  expect(paused?.state).toBe('paused');
  expect(paused?.reason).toContain('removed');
  expect(await add('one', { collection: 'kept' })).toMatchObject({ state: 'idle' });
  expect(await bed.texts('kept')).toEqual(['First.']);
});

it('fills a removed collection anew, also before what it held is purged', async () => {
  await bed.write('one/a.md', 'First.');
  await add('one', { collection: 'kept' });
  await bed.stop();
  await bed.start({}, [syncLocalQueue, readLocalQueue, embedChunksQueue]);
  await new RemoveCollection(bed.collaborators).run('kept');
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'one'), collection: 'kept' });
  await eventually(
    async () =>
      (await bed.catalog.documents.count({ collection: 'kept', state: 'indexed' })) === 1 && (await bed.texts('kept')).length === 1,
  );
  await bed.stop();
  await bed.start();
  await bed.idle();
  expect(await bed.texts('kept')).toEqual(['First.']);
  expect((await bed.engine.listCollections()).map(({ name }) => name)).toEqual(['kept__g2']);
});
