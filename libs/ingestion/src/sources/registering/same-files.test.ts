import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from './add-source.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('repo/a.md', 'In the repository.');
  await bed.write('repo/docs/b.md', 'In a folder of it.');
});
afterEach(() => bed.close());

async function add(path: string, collection?: string) {
  const { sourceId, sameFilesIn } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, path), collection });
  await bed.idle();
  return { id: sourceId, sameFilesIn };
}

it('names the source around a folder or a file, of the same folder in another collection, and within it', async () => {
  const repo = await add('repo');
  const docs = await add('repo/docs');
  const file = await add('repo/docs/b.md');
  const again = await add('repo', 'all');
  expect(repo.sameFilesIn).toEqual([]);
  expect(docs.sameFilesIn).toEqual([repo.id]);
  expect(file.sameFilesIn.toSorted()).toEqual([repo.id, docs.id].toSorted());
  expect(again.sameFilesIn.toSorted()).toEqual([repo.id, docs.id, file.id].toSorted());
});

it('names none that leaves the folder out, lies beside it, or was told of before', async () => {
  await bed.write('repo/worktree/a.md', 'In the repository.');
  await bed.write('repository/a.md', 'Another one.');
  await writeFile(join(bed.folder, 'repo/.gitignore'), 'worktree/\n');
  await add('repo');
  expect((await add('repo/worktree')).sameFilesIn).toEqual([]);
  expect((await add('repository')).sameFilesIn).toEqual([]);
  const docs = await add('repo/docs');
  expect(docs.sameFilesIn).toHaveLength(1);
  expect(await add('repo/docs')).toEqual({ ...docs, sameFilesIn: [] });
});
