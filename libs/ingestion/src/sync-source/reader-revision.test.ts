import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { HeadedFilesReader } from '@tributary/sources-notes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/add-source.use-case.js';
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
  expect([...new Set(folder.paths)].toSorted()).toEqual(['plain.md', 'soup.md']);
  expect(bed.provider.texts).toEqual([]);

  folder.paths.length = 0;
  expect(await lastSync(sourceId)).toMatchObject({ changed: 0, unchanged: 3 });
  expect(folder.paths).toEqual([]);
});
