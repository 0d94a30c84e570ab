import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue, type Principal } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../../acceptance/accept-documents.use-case.js';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { RemoveSource } from './remove-source.use-case.js';
import { SummariseSource } from '../state/summarise-source.js';

const bob: Principal = { subject: 'bob', user_id: 'bob', groups: [], scopes: ['documents:write'], collections: ['*'], unrestricted: false };
const eve: Principal = { ...bob, subject: 'eve', user_id: 'eve' };

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('n/a.md', 'Note a.');
  await bed.write('n/b.md', 'Note b.');
});
afterEach(() => bed.close());

async function add(writer?: Principal) {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'n') }, { writer });
  await bed.idle();
  return sourceId;
}

async function sync(source_id: string) {
  await bed.queues.add(syncLocalQueue, { source_id });
  await bed.idle();
}

async function leave(sourceId: string) {
  await new RemoveSource(bed.collaborators).run({ sourceId, keepDocuments: true });
  await bed.idle();
}

const summaryOf = (id: string) => new SummariseSource(bed.collaborators).run(id);
const texts = () => bed.texts('n-docs');

it('are the source’s again when it is added again: what changes in its files is taken up, and what is gone goes', async () => {
  await leave(await add());
  const id = await add();
  expect(await summaryOf(id)).toMatchObject({ documents: 2, last_sync: { added: 2, skipped: {} } });
  await bed.write('n/a.md', 'Note a, in other words.');
  await rm(join(bed.folder, 'n/b.md'));
  await sync(id);
  expect(await texts()).toEqual(['Note a, in other words.']);
  await new RemoveSource(bed.collaborators).run({ sourceId: id, keepDocuments: false });
  expect(await texts()).toEqual([]);
});

it('stand by themselves where their files were gone before it was added again', async () => {
  await leave(await add());
  await rm(join(bed.folder, 'n/b.md'));
  await sync(await add());
  expect(await texts()).toEqual(['Note a.', 'Note b.']);
});

it('as versions before left them are the owner’s source’s again', async () => {
  await leave(await add());
  await forgetWhoLeftThem();
  expect(await summaryOf(await add())).toMatchObject({ documents: 2, last_sync: { added: 2, skipped: {} } });
});

it.each([
  { from: undefined, to: bob, isTaken: true, as: 'the owner’s' },
  { from: bob, to: eve, isTaken: true, as: 'another user’s' },
  { from: bob, to: bob, isTaken: false, as: 'his own' },
  { from: bob, to: undefined, isTaken: false, as: 'a user’s, to the owner' },
])('go with nobody who registers the place after somebody else: $as', async ({ from, to, isTaken }) => {
  await leave(await add(from));
  const expected = isTaken
    ? { documents: 0, last_sync: { added: 0, skipped: { 'id-taken': 2 }, examples: { 'id-taken': ['a.md', 'b.md'] } } }
    : { documents: 2, last_sync: { added: 2, skipped: {} } };
  expect(await summaryOf(await add(to))).toMatchObject(expected);
});

it('as versions before left them go with no source that a user registered', async () => {
  await leave(await add());
  await forgetWhoLeftThem();
  expect(await summaryOf(await add(bob))).toMatchObject({ documents: 0, last_sync: { skipped: { 'id-taken': 2 } } });
});

it('are not to be replaced by hand by whoever could not before, and of a user’s source stay his', async () => {
  const id = await add();
  await bed.catalog.sources.change(id, (present) => (present ? { set: { ...present, user_id: 'eve' } } : { keep: true }));
  await leave(id);
  const outcomes = await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'n-docs', id: 'n/a.md', content: 'By Bob.' }], {
    writer: bob,
  });
  expect(outcomes).toMatchObject([{ status: 'refused', error: { code: 'DOCUMENT.ID_TAKEN' } }]);
  expect(await bed.catalog.documents.get('n-docs/n/a.md')).toMatchObject({ source: '', access: { user_id: 'eve' } });
});

async function forgetWhoLeftThem() {
  for (const name of ['a.md', 'b.md'])
    await bed.catalog.documents.change(documentRecordKey('n-docs', `n/${name}`), (present) =>
      present?.left === undefined ? { keep: true } : { set: { ...present, left: undefined } },
    );
}
