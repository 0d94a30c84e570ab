import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

async function index(folder: string): Promise<string> {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, folder) });
  await bed.idle();
  return sourceId;
}

async function sync(source_id: string, confirmed = false) {
  const { id } = await bed.queues.add(syncLocalQueue, { source_id, confirmed });
  await bed.idle();
  return bed.queues.get(id);
}

it('turns a folder into searchable points of two collections, by type', async () => {
  await bed.write('project/readme.md', '# Harbour\n\nShips wait here for the tide.\n');
  await bed.write('project/src/tide.ts', 'export function tide(hour: number): number {\n  return Math.sin(hour);\n}\n');
  const id = await index('project');
  const [doc] = await bed.points('project-docs');
  const [code] = await bed.points('project-code');
  expect(doc?.payload).toMatchObject({
    source: 'project',
    path: 'readme.md',
    type: 'doc',
    original_id: 'project-docs:project/readme.md:chunk:0',
  });
  expect(code?.payload).toMatchObject({ path: 'src/tide.ts', type: 'code', lang: 'typescript' });
  expect(code?.vector?.length).toBe(256);
  expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ state: 'idle', documents: 2, pending: 0, failed: 0 });
});

it('says what a sync added, changed, left out and deleted, of its source and in its job', async () => {
  await bed.write('told/a.md', 'First note.');
  await bed.write('told/b.md', 'Second note.');
  await bed.write('told/p.png', '\u0000\u0000');
  await bed.write('told/.env', 'SECRET=1');
  const id = await index('told');
  const summary = async () => (await new SummariseSource(bed.collaborators).run(id))?.last_sync;
  expect(await summary()).toMatchObject({ added: 2, changed: 0, deleted: 0, unchanged: 0, is_part: false });
  await bed.write('told/a.md', 'First note, in other words.');
  await rm(join(bed.folder, 'told/b.md'));
  const job = await sync(id);
  const last = await summary();
  expect(last).toMatchObject({ added: 0, changed: 1, deleted: 1, unchanged: 0, skipped: { secret: 1 }, examples: { secret: ['.env'] } });
  expect(job?.progress?.counts).toMatchObject({ added: 0, changed: 1, deleted: 1, unchanged: 0, 'skipped: secret': 1 });
});

it('names the documents that failed, and why', async () => {
  await bed.write('broken/a.md', 'A note.');
  bed.provider.refuse = () => permanent('EMBEDDER.BROKEN', 'The model is broken.');
  const id = await index('broken');
  expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({
    failed: 1,
    failures: [{ document: 'a.md', code: 'EMBEDDER.BROKEN', message: 'The model is broken.' }],
  });
});

it('reads no file that did not change, and embeds nothing of one that was only touched', async () => {
  await bed.write('notes/a.md', 'First note about the harbour.');
  const touched = await bed.write('notes/b.md', 'Second note about the tide.');
  const id = await index('notes');
  bed.reader.paths.length = 0;
  bed.provider.texts.length = 0;
  await utimes(touched, new Date(), new Date(Date.now() + 5000));
  await sync(id);
  expect(bed.reader.paths).toEqual(['b.md']);
  expect(bed.provider.texts).toEqual([]);
  bed.reader.paths.length = 0;
  await sync(id);
  expect(bed.reader.paths).toEqual([]);
});

it('embeds only the passages of a file that changed', async () => {
  const paragraph = (n: number) => `Paragraph ${n} ${'tells of the sea and of the ships that sail on it. '.repeat(9)}`;
  const file = await bed.write('book/text.md', [1, 2, 3, 4].map(paragraph).join('\n\n'));
  const id = await index('book');
  const before = await bed.texts('book-docs');
  bed.provider.texts.length = 0;
  await writeFile(file, [1, 2, 33, 4].map(paragraph).join('\n\n'));
  await sync(id);
  const after = await bed.texts('book-docs');
  expect(after.filter((text) => !before.includes(text))).toHaveLength(bed.provider.texts.length);
  expect(bed.provider.texts).toHaveLength(1);
});

it('lets deleted and renamed files go', async () => {
  await bed.write('notes/a.md', 'First note.');
  const renamed = await bed.write('notes/b.md', 'Second note.');
  const gone = await bed.write('notes/c.md', 'Third note.');
  const id = await index('notes');
  await rm(gone);
  await rename(renamed, join(bed.folder, 'notes/d.md'));
  await sync(id);
  const points = await bed.points('notes-docs');
  expect(points.map(({ payload }) => payload.path)).toEqual(['a.md', 'd.md']);
});

it('deletes nothing when the folder vanished, and goes on when it is back', async () => {
  await bed.write('notes/a.md', 'First note.');
  const id = await index('notes');
  await rename(join(bed.folder, 'notes'), join(bed.folder, 'elsewhere'));
  await sync(id);
  expect(await bed.texts('notes-docs')).toEqual(['First note.']);
  const away = await new SummariseSource(bed.collaborators).run(id);
  expect(away?.state).toBe('stale');
  expect(away?.reason).toContain('missing');
  await rename(join(bed.folder, 'elsewhere'), join(bed.folder, 'notes'));
  await sync(id);
  expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ state: 'idle' });
});

it('deletes many documents only when that is confirmed', async () => {
  for (let i = 0; i < 30; i++) await bed.write(`notes/${i}.md`, `Note number ${i}.`);
  const id = await index('notes');
  for (let i = 0; i < 25; i++) await rm(join(bed.folder, `notes/${i}.md`));
  await sync(id);
  expect(await bed.texts('notes-docs')).toHaveLength(30);
  const summary = await new SummariseSource(bed.collaborators).run(id);
  expect(summary?.state).toBe('stale');
  expect(summary?.reason).toContain(`tributary sources confirm ${id}`);
  expect(summary?.unconfirmed).toBe(25);
  await rename(join(bed.folder, 'notes'), join(bed.folder, 'elsewhere'));
  await sync(id);
  const away = await new SummariseSource(bed.collaborators).run(id);
  expect([away?.state, away?.unconfirmed]).toEqual(['stale', undefined]);
  await rename(join(bed.folder, 'elsewhere'), join(bed.folder, 'notes'));
  await sync(id, true);
  expect(await bed.texts('notes-docs')).toHaveLength(5);
});

it('deletes nothing when the folder is empty all of a sudden', async () => {
  const file = await bed.write('notes/a.md', 'The only note.');
  const id = await index('notes');
  await rm(file);
  await sync(id);
  expect(await bed.texts('notes-docs')).toEqual(['The only note.']);
  await sync(id, true);
  expect(await bed.texts('notes-docs')).toEqual([]);
});

it('lets go what a file held that is no text any more, does not read it again, and takes it back with its text', async () => {
  await bed.write('notes/a.md', 'First note.');
  await bed.write('notes/b.md', 'Second note.');
  const id = await index('notes');
  await bed.write('notes/a.md', 'zero \u0000 byte');
  await sync(id);
  expect(await bed.texts('notes-docs')).toEqual(['Second note.']);
  expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ documents: 1, last_sync: { skipped: { binary: 1 } } });
  bed.reader.paths.length = 0;
  await sync(id);
  expect(bed.reader.paths).toEqual([]);
  expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ documents: 1, last_sync: { skipped: { binary: 1 } } });
  await bed.write('notes/a.md', 'First note.');
  await sync(id);
  expect(await bed.texts('notes-docs')).toEqual(['First note.', 'Second note.']);
});
