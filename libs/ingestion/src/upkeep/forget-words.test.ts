import { Engines, type Engine } from '@tributary/engines-port';
import { permanent, retryable } from '@tributary/kernel';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { ForgetWords } from './forget-words.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  for (const collection of ['log', 'notes'])
    await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection, id: 'a', content: 'Some text.' }]);
  await bed.idle();
});
afterEach(() => bed.close());

/** Notes which collections are asked, and fails for the first as told. */
function asking(error: Error): { readonly asked: string[]; readonly engine: Engine } {
  const asked: string[] = [];
  const forgetWords = (name: string) => {
    asked.push(name);
    return asked.length === 1 ? Promise.reject(error) : Promise.resolve(3);
  };
  return { asked, engine: replaced(bed.engine, { forgetWords }) };
}

const { signal } = new AbortController();

it('asks for every collection of every engine that keeps words, also where one is dropped meanwhile', async () => {
  const { asked, engine } = asking(permanent('COLLECTION.NOT_FOUND', 'It is gone.'));
  expect(await new ForgetWords({ engines: new Engines(engine) }).run(signal)).toBe(3);
  expect(asked).toEqual((await bed.engine.listCollections()).map(({ name }) => name));
  expect(asked).toHaveLength(2);
});

it('waits for no engine that is away', async () => {
  const { asked, engine } = asking(retryable('ENGINE.UNAVAILABLE', 'Nobody answers.', { category: 'unavailable' }));
  expect(await new ForgetWords({ engines: new Engines(engine) }).run(signal)).toBe(0);
  expect(asked).toHaveLength(1);
});
