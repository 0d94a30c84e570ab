import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const YEAR_MS = 365 * 86_400_000;

let bed: Testbed;
let source_id: string;
let startedAt: number;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('notes/a.md', 'First note.');
  startedAt = bed.clock.now();
  ({ sourceId: source_id } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') }));
  await bed.idle();
});
afterEach(() => bed.close());

/** A sync that is wanted only where none of everything began since. */
async function syncUnless(unless_since: number) {
  const { id } = await bed.queues.add(syncLocalQueue, { source_id, unless_since });
  await bed.idle();
  return bed.queues.get(id);
}

it('is not done a second time where one of everything began since, and leaves what that one did to be told', async () => {
  const { scans } = bed.reader;
  expect(await syncUnless(startedAt)).toMatchObject({ state: 'skipped', reason: 'compared meanwhile' });
  expect(bed.reader.scans).toBe(scans);
  expect((await bed.catalog.sources.get(source_id))?.last_sync).toMatchObject({ added: 1, unchanged: 0 });
});

it('is done where the last one began before or was of a part', async () => {
  bed.clock.moveOn(1000);
  const later = bed.clock.now();
  await writeFile(join(bed.folder, 'notes/b.md'), 'Second note.');
  await bed.queues.add(syncLocalQueue, { source_id, paths: ['b.md'] });
  await bed.idle();
  expect(await syncUnless(later)).toMatchObject({ state: 'done' });
  expect(await syncUnless(later)).toMatchObject({ state: 'skipped' });
});

it('is done where a clock that was far ahead said that one began since', async () => {
  bed.clock.moveOn(YEAR_MS);
  expect(await syncUnless(bed.clock.now())).toMatchObject({ state: 'done' });
  bed.clock.moveOn(-YEAR_MS);
  expect(await syncUnless(bed.clock.now())).toMatchObject({ state: 'done' });
});

it('does not stand for one that is wanted in any case', async () => {
  await bed.stop();
  const { queues } = bed;
  await queues.add(syncLocalQueue, { source_id, unless_since: startedAt });
  expect(await queues.add(syncLocalQueue, { source_id })).toMatchObject({ deduplicated: false });
  expect(await queues.add(syncLocalQueue, { source_id, unless_since: startedAt })).toMatchObject({ deduplicated: true });
});

it('waits once, however many starts asked for it, and is done where the last one began before this process did', async () => {
  await bed.stop();
  const { queues } = bed;
  await queues.add(syncLocalQueue, { source_id, unless_since: startedAt });
  expect(await queues.add(syncLocalQueue, { source_id, unless_since: startedAt + 1000 })).toMatchObject({ deduplicated: true });
  await writeFile(join(bed.folder, 'notes/b.md'), 'Second note.');
  bed.clock.moveOn(1000);
  await bed.start();
  await bed.idle();
  expect((await bed.texts('notes-docs')).toSorted()).toEqual(['First note.', 'Second note.']);
});
