import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { readerOf } from '../sources/registering/source-kinds.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { leftOutFolders } from './left-out-folders.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

it('are also bins, and snapshots of the whole tree', async () => {
  for (const folder of ['notes', '.snapshots/1', '.Trash-1000/files']) await bed.write(`disk/${folder}/a.md`, 'A note.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'disk') });
  const source = await bed.collaborators.catalog.sources.get(sourceId);
  if (source === undefined) throw new Error('no source');
  const folders = await leftOutFolders(readerOf(bed.collaborators.readers, source.kind), source, AbortSignal.timeout(10_000));
  expect(folders).toEqual(expect.arrayContaining(['.snapshots', '.Trash-1000']));
  expect(folders).not.toContain('notes');
});
