import { anybody, embedChunksQueue, ingestDocumentQueue, type IngestDocument } from '@tributary/contracts';
import { eventually, SeededRandom, testSeed } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { RemoveCollection } from '../collections/remove-collection.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

function job(id: string, version: number, content: string): IngestDocument {
  return { v: 1, collection: 'feed', id, version, content };
}

it('indexes a job that has no row, under the id and version of its producer', async () => {
  await bed.start();
  await bed.queues.add(ingestDocumentQueue, job('x', 7, 'Straight from a producer.'));
  await bed.idle();
  expect(await bed.texts('feed')).toEqual(['Straight from a producer.']);
  const row = await bed.catalog.documents.get('feed/x');
  expect([row?.state, row?.version, row?.chunks, row?.pending]).toEqual(['indexed', 7, 1, undefined]);
});

it.each([
  ['notes/move.md', 'doc', 'notes/move.md › Umzug › Kosten'],
  ['table.csv', 'doc', 'table.csv'],
  ['src/a.ts', 'code', 'src/a.ts'],
])('tells by the path of %s what it is, whatever language people would call it', async (path, type, heading) => {
  await bed.start();
  await bed.queues.add(ingestDocumentQueue, { ...job('x', 1, '# Umzug\n\n## Kosten\n\nDer Wagen.'), path, lang: 'de' });
  await bed.idle();
  const payload = (await bed.points('feed')).at(-1)?.payload;
  expect(payload).toMatchObject({ type, lang: 'de', heading });
});

it('does not let a job of an outside producer bring back a removed collection', async () => {
  await bed.start();
  await bed.queues.add(ingestDocumentQueue, job('x', 1, 'one'));
  await bed.idle();
  await new RemoveCollection(bed.collaborators).run('feed');
  const { id } = await bed.queues.add(ingestDocumentQueue, job('y', 1, 'two'));
  await bed.idle();
  expect(await bed.queues.get(id)).toMatchObject({ state: 'skipped', reason: 'superseded' });
});

it('makes a collection that a user keeps to himself known to whom a job is for, and to everybody with one for all', async () => {
  const writer = { ...anybody, subject: 'ada', user_id: 'ada' };
  await new AcceptDocuments(bed.collaborators).run([{ ...job('own', 1, 'Of Ada.'), user_id: 'ada' }], { writer });
  const knownTo = async () => (await bed.catalog.collections.get('feed'))?.known_to;
  expect(await knownTo()).toEqual(['user:ada']);
  await bed.start();
  await bed.queues.add(ingestDocumentQueue, { ...job('x', 1, 'For Ben.'), user_id: 'ben' });
  await bed.idle();
  expect(await knownTo()).toEqual(['user:ada', 'user:ben']);
  await bed.queues.add(ingestDocumentQueue, job('y', 1, 'For all.'));
  await bed.idle();
  expect([await knownTo(), (await bed.texts('feed')).length]).toEqual([undefined, 3]);
});

it('leaves such a collection as well known as it was with a job that stores nothing', async () => {
  const writer = { ...anybody, subject: 'ada', user_id: 'ada' };
  const accept = new AcceptDocuments(bed.collaborators);
  await accept.run([{ ...job('own', 5, 'Of Ada.'), user_id: 'ada' }], { writer });
  const knownTo = async () => (await bed.catalog.collections.get('feed'))?.known_to;
  await bed.start();
  for (const nothing of [job('blank', 1, ' '), job('own', 4, 'An older one, for all.'), job('own', 4, '')]) {
    await bed.queues.add(ingestDocumentQueue, nothing);
    await bed.idle();
    expect(await knownTo()).toEqual(['user:ada']);
    await accept.run([nothing]);
    expect(await knownTo()).toEqual(['user:ada']);
  }
  const ben = { ...anybody, subject: 'ben', user_id: 'ben' };
  const taken = await accept.run([{ ...job('own', 6, 'Of Ben.'), user_id: 'ben' }], { writer: ben });
  expect([taken[0]?.error?.code, await knownTo()]).toEqual(['DOCUMENT.ID_TAKEN', ['user:ada']]);
  await accept.run([{ ...job('of-ben', 1, 'Of Ben.'), user_id: 'ben' }], { writer: ben });
  expect(await knownTo()).toEqual(['user:ada', 'user:ben']);
  await accept.run([job('own', 4, 'An older one.'), job('new', 1, 'For all.'), job('blank', 1, ' ')]);
  expect(await knownTo()).toBeUndefined();
});

it('refuses collections that outside producers may not write to', async () => {
  await bed.start({ mayIngestInto: (name) => name !== 'feed' });
  const { id } = await bed.queues.add(ingestDocumentQueue, job('x', 1, 'one'));
  await bed.idle();
  expect(await bed.queues.get(id)).toMatchObject({ state: 'dead', error: { code: 'COLLECTION.NOT_ALLOWED' } });
});

it('refuses a job that has its text in no field of ours, also where the document is there already', async () => {
  await bed.start();
  await bed.queues.add(ingestDocumentQueue, job('there', 1, 'one'));
  await bed.idle();
  const ids = ['new', 'there'].map((id) => ({ collection: 'feed', id, text: 'I named my field text.' }));
  const added = await bed.queues.addMany(ingestDocumentQueue, ids);
  await bed.idle();
  for (const { id } of added) {
    expect(await bed.queues.get(id)).toMatchObject({ state: 'dead', error: { code: 'DOCUMENT.NO_CONTENT' } });
  }
  expect(await bed.texts('feed')).toEqual(['one']);
});

it('takes a job that has a vector and no text', async () => {
  await bed.start();
  const { dimension } = await bed.provider.describe();
  const vector = Array.from({ length: dimension }, (_, i) => (i === 0 ? 1 : 0));
  await bed.queues.add(ingestDocumentQueue, { collection: 'feed', id: 'x', vector });
  await bed.idle();
  expect(await bed.texts('feed')).toEqual(['']);
});

it.each([1_796_000_000_000_000, 20_261_130_081_000])(
  'dates what comes without a version after one of %d by when it was accepted',
  async (version) => {
    await bed.start();
    const accept = new AcceptDocuments(bed.collaborators);
    const { version: _own, ...next } = job('x', 1, 'two');
    const before = Date.now();
    for (const document of [job('x', version, 'one'), next]) {
      await accept.run([document]);
      await bed.idle();
    }
    const [point] = await bed.points('feed');
    const modified = Date.parse(point?.payload.modified_at ?? '');
    expect([point?.payload.content, modified >= before && modified <= Date.now()]).toEqual(['two', true]);
  },
);

it('ends with the same of two texts of one version, whichever waits first', async () => {
  for (const [id, texts] of [['x', ['one', 'two']] as const, ['y', ['two', 'one']] as const])
    for (const text of texts) await bed.queues.add(ingestDocumentQueue, job(id, 1, text));
  await bed.start();
  await bed.idle();
  const texts = await bed.texts('feed');
  expect([texts.length, new Set(texts).size]).toEqual([2, 1]);
});

it.each([
  { where: 'to be cut', untilThere: () => Promise.resolve() },
  {
    where: 'to be embedded',
    untilThere: async () => {
      await bed.start({}, [ingestDocumentQueue]);
      await bed.untilWaiting(embedChunksQueue);
      await bed.stop();
    },
  },
])('indexes a document of a collection that was made anew while the one of its earlier life waits $where', async ({ untilThere }) => {
  const accept = new AcceptDocuments(bed.collaborators);
  await accept.run([job('x', 1, 'the same')]);
  await untilThere();
  await new RemoveCollection(bed.collaborators).run('feed');
  await accept.run([job('x', 1, 'the same')]);
  await bed.start({}, [ingestDocumentQueue]);
  await eventually(async () => (await bed.queues.counts(ingestDocumentQueue)).waiting === 0);
  await bed.stop();
  await bed.start();
  await bed.idle();
  expect(await bed.texts('feed')).toEqual(['the same']);
});

it('ends with the greatest version of each document in any order of arrival, by either door', async () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  const writes = Array.from({ length: 12 }, (_, d) =>
    Array.from({ length: 4 }, (_, v) => job(`d${d}`, v >> 1, `Document ${d}, text ${v}.`)),
  ).flat();
  const shuffled = writes.map((write) => ({ write, at: random.next() })).sort((a, b) => a.at - b.at);
  await bed.start();
  const accept = new AcceptDocuments(bed.collaborators);
  for (const { write, at } of shuffled) {
    if (at < 0.5) await bed.queues.add(ingestDocumentQueue, write);
    else await accept.run([write]);
  }
  await bed.idle();
  const inOrder = await Testbed.open();
  await inOrder.start();
  await new AcceptDocuments(inOrder.collaborators).run(writes);
  await inOrder.idle();
  const expected = (await inOrder.points('feed')).map(stable);
  await inOrder.close();
  expect((await bed.points('feed')).map(stable)).toEqual(expected);
  expect(expected).toHaveLength(12);
});

function stable({ id, payload }: { id: string; payload: { indexed_at: string } }) {
  const { indexed_at: _moment, ...rest } = payload;
  return { id, ...rest };
}
