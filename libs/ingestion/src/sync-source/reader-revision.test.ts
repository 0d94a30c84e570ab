import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { embedChunksQueue, readLocalQueue, syncLocalQueue } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { HeadedFilesReader } from '@tributary/sources-notes';
import type { ReadOutcome } from '@tributary/sources-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.write('notes/soup.md', '---\ntags: [fruit]\ndate: 2019-05-04\n---\nBoil water with apples.\n');
  await bed.write('notes/plain.md', 'No head.\n');
  await bed.write('notes/code.ts', 'export const a = 1;\n');
});
afterEach(() => bed.close());

/** Reads files as they are read now, and counts them. */
class CountingHeads extends HeadedFilesReader {
  readonly paths: string[] = [];

  override read(...[location, path, options]: Parameters<HeadedFilesReader['read']>) {
    this.paths.push(path);
    return super.read(location, path, options);
  }
}

/** Reads dates as before the third revision: the month first. */
class AmericanHeads extends HeadedFilesReader {
  override readonly revision = { number: 2, concerns: () => true };

  override async read(...given: Parameters<HeadedFilesReader['read']>): Promise<ReadOutcome> {
    const outcome = await super.read(...given);
    if (!outcome.read) return outcome;
    const { isModifiedAtWritten: _, ...document } = outcome;
    return { ...document, modifiedAt: '2024-05-03T00:00:00.000Z' };
  }
}

/** Reads every file as a text, as before the fifth revision. */
class LenientHeads extends HeadedFilesReader {
  override readonly revision = { number: 4, concerns: () => true };

  override async read(...given: Parameters<HeadedFilesReader['read']>): Promise<ReadOutcome> {
    const outcome = await super.read(...given);
    const [location, path] = given;
    if (outcome.read) return outcome;
    const file = join(location, path);
    const [text, { size, mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { read: true, text, size, mtimeMs, type: 'doc', notes: [] };
  }
}

async function lastSync(id: string) {
  const { id: job } = await bed.queues.add(syncLocalQueue, { source_id: id });
  await bed.idle();
  return (await bed.queues.get(job))?.progress?.counts;
}

it('gives tags and dates of front matter to documents that were indexed without, reads each once for it, and embeds nothing', async () => {
  await bed.start();
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes'), collection: 'all' });
  await bed.idle();
  const soup = async () => (await bed.points('all')).find(({ payload }) => payload.path === 'soup.md')?.payload;
  expect(await soup()).not.toHaveProperty('tags');

  await bed.stop();
  bed.provider.texts.length = 0;
  const folder = new CountingHeads(new FolderReader());
  await bed.start({ readers: { folder, file: folder } });
  expect(await lastSync(sourceId)).toMatchObject({ changed: 1, unchanged: 2, added: 0, deleted: 0 });
  expect(await soup()).toMatchObject({ tags: ['fruit'], created_at: '2019-05-04T00:00:00.000Z', path: 'soup.md' });
  expect([...new Set(folder.paths)].toSorted()).toEqual(['code.ts', 'plain.md', 'soup.md']);
  expect(bed.provider.texts).toEqual([]);

  folder.paths.length = 0;
  expect(await lastSync(sourceId)).toMatchObject({ changed: 0, unchanged: 3 });
  expect(folder.paths).toEqual([]);
});

it('reads once more what a worker of an earlier version read after a sync by a later one', async () => {
  await bed.write('notes/soup.md', '---\nmodified: 05.03.2024\n---\nBoil water.\n');
  const modified = async (path: string) => (await bed.points('all')).find(({ payload }) => payload.path === path)?.payload.modified_at;
  const now = new CountingHeads(new FolderReader());
  const before = new AmericanHeads(new FolderReader());
  const of = (reader: HeadedFilesReader) => ({ readers: { folder: reader, file: reader } });
  await bed.start(of(now), [syncLocalQueue]);
  const { sourceId } = await new AddSource({ ...bed.collaborators, ...of(now) }).run({
    location: join(bed.folder, 'notes'),
    collection: 'all',
  });
  await bed.untilWaiting(readLocalQueue);
  await eventually(async () => (await bed.queues.counts(syncLocalQueue)).active === 0);
  await bed.stop();
  // A worker of the version before takes what the sync listed.
  await bed.start(of(before), [readLocalQueue, embedChunksQueue]);
  await bed.idle();
  await bed.stop();
  expect(await modified('soup.md')).toBe('2024-05-03T00:00:00.000Z');
  expect((await bed.catalog.sources.get(sourceId))?.revision).toBe(now.revision.number);

  await bed.start(of(now));
  expect(await lastSync(sourceId)).toMatchObject({ changed: 1, unchanged: 2 });
  expect(await modified('soup.md')).toBe('2024-03-05T00:00:00.000Z');
  now.paths.length = 0;
  expect(await lastSync(sourceId)).toMatchObject({ changed: 0, unchanged: 3 });
  expect(now.paths).toEqual([]);
});

it('lets go of what an earlier revision took for a text, once', async () => {
  await bed.write('notes/empty.md', '');
  await bed.write('notes/old.rtf', '{\\rtf1 Boil water.}');
  const before = new LenientHeads(new FolderReader());
  await bed.start({ readers: { folder: before, file: before } });
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes'), collection: 'all' });
  await bed.idle();
  const paths = async () => [...new Set((await bed.points('all')).map(({ payload }) => payload.path))].toSorted();
  expect(await paths()).toEqual(['code.ts', 'old.rtf', 'plain.md', 'soup.md']);

  await bed.stop();
  const now = new CountingHeads(new FolderReader());
  await bed.start({ readers: { folder: now, file: now } });
  expect(await lastSync(sourceId)).toMatchObject({ unchanged: 3, 'skipped: no-text': 1, 'skipped: unsupported': 1 });
  expect(await paths()).toEqual(['code.ts', 'plain.md', 'soup.md']);
  now.paths.length = 0;
  await lastSync(sourceId);
  expect(now.paths).toEqual([]);
});

it('puts right what an earlier revision took for the time of modification, once', async () => {
  await bed.write('notes/soup.md', '---\nmodified: 05.03.2024\n---\nBoil water.\n');
  const soup = async () => (await bed.points('all')).find(({ payload }) => payload.path === 'soup.md')?.payload;
  const before = new AmericanHeads(new FolderReader());
  await bed.start({ readers: { folder: before, file: before } });
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes'), collection: 'all' });
  await bed.idle();
  expect(await soup()).toMatchObject({ modified_at: '2024-05-03T00:00:00.000Z' });

  await bed.stop();
  const now = new HeadedFilesReader(new FolderReader());
  await bed.start({ readers: { folder: now, file: now } });
  expect(await lastSync(sourceId)).toMatchObject({ changed: 1, unchanged: 2 });
  expect(await soup()).toMatchObject({ modified_at: '2024-03-05T00:00:00.000Z' });
  expect(await lastSync(sourceId)).toMatchObject({ changed: 0, unchanged: 3 });
});
