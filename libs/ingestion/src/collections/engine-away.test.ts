import { join } from 'node:path';
import { anybody, type IngestDocument } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { Engines, type Engine } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { eventually, replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
let far: MemoryEngine;
/** Members of the engine that behave otherwise. */
let away: Partial<Engine>;
beforeEach(async () => {
  bed = await Testbed.open();
  far = new MemoryEngine({ name: 'far' });
  away = {};
});
afterEach(() => bed.close());

/** What a process has that began just now. */
function collaborators() {
  return { ...bed.collaborators, engines: new Engines(bed.engine, [replaced<Engine>(far, away)]), placement: () => ({ engine: 'far' }) };
}

const isSilent: Partial<Engine> = {
  createCollection: () => new Promise<never>(() => undefined),
  health: () => Promise.resolve({ name: 'far', kind: 'memory', status: 'down', detail: 'Nobody answers.' }),
};
const refuses: Partial<Engine> = {
  ...isSilent,
  createCollection: () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'The server is away.')),
};

function note(id: string): IngestDocument {
  return { v: 1, collection: 'notes', id, content: `Text of ${id}.` };
}

const texts = async () =>
  (await far.scroll({ collection: 'notes__g1', limit: 10 })).points.map(({ payload }) => payload.content).toSorted();

const registered = () => new SummariseSource(bed.collaborators).all();

it.each([
  { how: 'is silent', engine: isSilent },
  { how: 'refuses', engine: refuses },
])('keeps what is written to a collection of the catalog while its engine $how, and indexes it later', async ({ engine }) => {
  await new AcceptDocuments(collaborators()).run([note('a')]);
  Object.assign(away, engine);
  const accept = new AcceptDocuments(collaborators());
  expect(await accept.run([note('b')])).toMatchObject([{ id: 'b', status: 'accepted' }]);
  expect(await accept.run([note('c')])).toMatchObject([{ id: 'c', status: 'accepted' }]);
  for (const id of ['b', 'c']) expect(await bed.catalog.documents.get(`notes/${id}`)).toMatchObject({ state: 'accepted' });
  away = {};
  await bed.start(collaborators());
  await bed.idle();
  expect(await texts()).toEqual(['Text of a.', 'Text of b.', 'Text of c.']);
});

it('keeps what others write to a collection that a user keeps to himself while its model and its engine are away', async () => {
  const by = (name: string) => ({ writer: { ...anybody, subject: name, user_id: name } });
  await new AcceptDocuments(collaborators()).run([{ ...note('a'), user_id: 'ada' }], by('ada'));
  Object.assign(away, refuses);
  const describe = () => Promise.reject(retryable('EMBEDDER.UNAVAILABLE', 'The model is away.'));
  const providers = new EmbeddingProviders(replaced(bed.provider, { describe }));
  const accept = new AcceptDocuments({ ...collaborators(), providers });
  expect(await accept.run([{ ...note('b'), user_id: 'ben' }], by('ben'))).toMatchObject([{ id: 'b', status: 'accepted' }]);
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ known_to: ['user:ada', 'user:ben'] });
});

it('makes a new collection on no engine that does not answer, and says what to do', async () => {
  Object.assign(away, isSilent);
  const refused = new AcceptDocuments(collaborators()).run([note('a')]);
  await expect(refused).rejects.toMatchObject({
    code: 'ENGINE.UNAVAILABLE',
    retryable: true,
    message:
      'The collection notes is new and cannot be made on the engine far now, so nothing was written: Nobody answers. Try again when tributary status shows the engine up, or name a collection that is there.',
  });
  expect(await bed.catalog.collections.get('notes')).toBeUndefined();
  expect(await bed.catalog.documents.count()).toBe(0);
});

it('registers no source whose new collection is refused, and leaves its name to the next one', async () => {
  for (const place of ['one', 'two']) await bed.write(`${place}/notes/a.md`, `Text of ${place}.`);
  Object.assign(away, isSilent);
  const refused = new AddSource(collaborators()).run({ location: join(bed.folder, 'one/notes'), collection: 'all' });
  await expect(refused).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
  expect(await registered()).toEqual([]);
  away = {};
  await new AddSource(collaborators()).run({ location: join(bed.folder, 'two/notes'), collection: 'all' });
  expect(await registered()).toMatchObject([{ name: 'notes' }]);
});

it('registers no source, and makes none of its collections, where the engine of the documentation is away', async () => {
  await bed.write('one/notes/a.md', 'Text of one.');
  Object.assign(away, isSilent);
  const placement = (name: string) => (name.endsWith('-docs') ? { engine: 'far' } : {});
  const add = new AddSource({ ...collaborators(), placement });
  const location = join(bed.folder, 'one/notes');
  for (const input of [{ location }, { location, description: 'Notes.' }]) {
    await expect(add.run(input)).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
    expect(await registered()).toEqual([]);
    expect(await bed.catalog.collections.get('notes-code')).toBeUndefined();
  }
});

it('asks again for a collection that an engine could not make', async () => {
  let asked = 0;
  away.createCollection = (name, card) =>
    asked++ === 0 ? Promise.reject(retryable('ENGINE.UNAVAILABLE', 'Away.')) : far.createCollection(name, card);
  const accept = new AcceptDocuments(collaborators());
  await accept.run([note('a')]);
  expect(await far.listCollections()).toEqual([]);
  await accept.run([note('b')]);
  await eventually(async () => {
    expect(await far.listCollections()).toHaveLength(1);
  });
});
