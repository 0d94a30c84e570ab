import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner, syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';

let bed: Testbed;
let source: string;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('notes/kept.md', 'A note that stays.');
  await bed.write('notes/deleted.md', 'A note that somebody deletes.');
  await bed.write('notes/binary.md', 'zero \u0000 byte');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') });
  source = sourceId;
  await bed.idle();
  await deleteByHand('deleted.md');
});
afterEach(() => bed.close());

const REMEMBERED = ['deleted.md', 'binary.md'];

async function deleteByHand(name: string) {
  const context = { principal: localOwner, signal: new AbortController().signal };
  return new DeleteDocuments(bed.collaborators).run({ ids: [`tributary://notes-docs/notes/${name}`], dry_run: false }, context);
}

async function sync() {
  await bed.queues.add(syncLocalQueue, { source_id: source });
  await bed.idle();
}

async function sweepAfter(days: number) {
  await new Sweep({ ...bed.collaborators, clock: { now: () => Date.now() + days * 86_400_000 } }).run({ olderThanMs: 0 });
}

const place = (name: string) => join(bed.folder, 'notes', name);
const deletedRows = () => bed.catalog.documents.count({ source, state: 'deleted' });

it('are forgotten with their rows a month after they were gone', async () => {
  await sync();
  await sweepAfter(31);
  expect(await deletedRows()).toBe(2);
  for (const name of REMEMBERED) await rm(place(name));
  await sync();
  await sweepAfter(29);
  expect(await deletedRows()).toBe(2);
  await sweepAfter(31);
  expect(await deletedRows()).toBe(0);
  await sync();
  expect(await bed.texts('notes-docs')).toEqual(['A note that stays.']);
});

it('are remembered when they are there again within the month', async () => {
  for (const name of REMEMBERED) await rename(place(name), join(bed.folder, name));
  await sync();
  for (const name of REMEMBERED) await rename(join(bed.folder, name), place(name));
  bed.reader.paths.length = 0;
  await sync();
  await sweepAfter(31);
  expect(await deletedRows()).toBe(2);
  await sync();
  // A new name is a change to the system: each is read once.
  expect(bed.reader.paths.toSorted()).toEqual(REMEMBERED.toSorted());
  await sync();
  expect(bed.reader.paths).toHaveLength(REMEMBERED.length);
  expect(await bed.texts('notes-docs')).toEqual(['A note that stays.']);
});

it('stay deleted while their content is the same, however their files look, and are back with another one', async () => {
  const still = ['A note that stays.'];
  await utimes(place('deleted.md'), new Date(), new Date(Date.now() + 5000));
  await sync();
  expect(await bed.texts('notes-docs')).toEqual(still);
  // Another file with the same text, as a checkout or a restored backup makes it; gone for a while.
  await rm(place('deleted.md'));
  await sync();
  await bed.write('notes/deleted.md', 'A note that somebody deletes.');
  await sync();
  expect(await bed.texts('notes-docs')).toEqual(still);
  bed.reader.paths.length = 0;
  await sync();
  expect(bed.reader.paths).toEqual([]);
  await bed.write('notes/deleted.md', 'Another note.');
  await sync();
  expect(await bed.texts('notes-docs')).toEqual(['Another note.', 'A note that stays.']);
});

it('are named as left out when their documents were deleted by hand, with what keeps them out and brings them back', async () => {
  const summary = () => new SummariseSource(bed.collaborators).run(source);
  const known = await deleteByHand('kept.md');
  expect(known.notes).toEqual([
    `notes/kept.md comes from the source notes and stays out while its content is the same. For good: remove the file, or name it in .tributaryignore. To have it back: tributary sources remove ${source} --keep-documents, then add the source again.`,
  ]);
  await sync();
  expect(await summary()).toMatchObject({
    documents: 0,
    skipped: { deleted: 2 },
    last_sync: { unchanged: 0, examples: { deleted: ['deleted.md', 'kept.md'] } },
    notes: [expect.stringMatching(/^2 documents were deleted by hand and stay out while their content is the same\. /)],
  });
  await utimes(place('kept.md'), new Date(), new Date(Date.now() + 5000));
  await sync();
  expect(await summary()).toMatchObject({ skipped: { deleted: 2 }, last_sync: { changed: 0, unchanged: 0 } });
  await bed.write('notes/kept.md', 'Kept, changed.');
  await sync();
  expect(await summary()).toMatchObject({ documents: 1, skipped: { deleted: 1 }, last_sync: { examples: { deleted: ['deleted.md'] } } });
});

it('are remembered while a sync finds nothing at all, as of a lost mount', async () => {
  await deleteByHand('kept.md');
  await rename(join(bed.folder, 'notes'), join(bed.folder, 'away'));
  await mkdir(join(bed.folder, 'notes'));
  await sync();
  await sweepAfter(31);
  expect(await deletedRows()).toBe(3);
});
