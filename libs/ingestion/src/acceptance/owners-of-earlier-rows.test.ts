import { join } from 'node:path';
import { syncLocalQueue, type Principal } from '@tributary/contracts';
import { mayReadDocument } from '@tributary/engines-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AcceptDocuments } from './accept-documents.use-case.js';

let bed: Testbed;
let source: string;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('ada/plan.md', 'The plan of Ada.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'ada'), collection: 'team' });
  source = sourceId;
  await bed.idle();
  // As versions before left it: the source is Ada's alone, and the rows of its documents do not say so.
  await bed.catalog.sources.change(source, (present) => (present ? { set: { ...present, user_id: 'ada' } } : { keep: true }));
  expect((await bed.catalog.documents.get('team/ada/plan.md'))?.access).toBeUndefined();
});
afterEach(() => bed.close());

function userCalled(user_id: string): Principal {
  return { subject: user_id, user_id, groups: [], scopes: ['documents:write'], collections: ['*'], unrestricted: false };
}

async function store(user: string, ...ids: string[]) {
  const documents = ids.map((id) => ({ v: 1 as const, collection: 'team', id, content: `By ${user}: ${id}.` }));
  const outcomes = await new AcceptDocuments(bed.collaborators).run(documents, { writer: userCalled(user) });
  return outcomes.map((outcome) => [outcome.id, outcome.status, outcome.error?.code]);
}

it('are those of their sources: another user does not replace the document', async () => {
  expect(await store('bob', 'new.md', 'ada/plan.md', 'other.md')).toEqual([
    ['new.md', 'accepted', undefined],
    ['ada/plan.md', 'refused', 'DOCUMENT.ID_TAKEN'],
    ['other.md', 'accepted', undefined],
  ]);
  await bed.idle();
  expect(await bed.texts('team')).toContain('The plan of Ada.');
  expect(await store('ada', 'ada/plan.md')).toEqual([['ada/plan.md', 'accepted', undefined]]);
});

it('make a collection known to those who may read what their owner stores in their place', async () => {
  await bed.catalog.collections.change('team', (present) => (present ? { set: { ...present, known_to: ['user:ada'] } } : { keep: true }));
  expect(await store('ada', 'ada/plan.md')).toEqual([['ada/plan.md', 'accepted', undefined]]);
  expect((await bed.catalog.collections.get('team'))?.known_to).toBeUndefined();
});

it('are noted in the rows by the next sync, though no file changed', async () => {
  await bed.queues.add(syncLocalQueue, { source_id: source });
  await bed.idle();
  const row = await bed.catalog.documents.get('team/ada/plan.md');
  expect(row).toMatchObject({ access: { user_id: 'ada' }, state: 'indexed' });
  if (row !== undefined) expect(['ada', 'bob'].map((user) => mayReadDocument(row, userCalled(user)))).toEqual([true, false]);
});

it('of a source that is nobody’s alone are everybody’s to read, and the source’s alone to replace', async () => {
  await bed.catalog.sources.change(source, (present) => (present ? { set: { ...present, user_id: undefined } } : { keep: true }));
  await bed.queues.add(syncLocalQueue, { source_id: source });
  await bed.idle();
  const row = await bed.catalog.documents.get('team/ada/plan.md');
  expect(row?.access).toBeUndefined();
  expect(row && mayReadDocument(row, userCalled('bob'))).toBe(true);
  expect(await store('bob', 'ada/plan.md')).toEqual([['ada/plan.md', 'refused', 'DOCUMENT.ID_TAKEN']]);
});
