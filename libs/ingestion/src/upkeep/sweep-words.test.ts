import { Engines } from '@tributary/engines-port';
import { replaced } from '@tributary/testing';
import { permanent } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from './sweep.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

it('has words forgotten of every collection, at the first sweep and once an hour, also after the clock went back', async () => {
  await bed.start();
  for (const collection of ['notes', 'log'])
    await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection, id: 'a', content: 'Some text.' }]);
  await bed.idle();
  const names = (await bed.engine.listCollections()).map(({ name }) => name);
  expect(names.length).toBe(2);
  const asked: string[] = [];
  const engine = replaced(bed.engine, {
    // One that is dropped meanwhile holds up nothing.
    forgetWords: (name: string) => {
      asked.push(name);
      return Promise.reject(permanent('COLLECTION.NOT_FOUND', name));
    },
  });
  const sweep = new Sweep({ ...bed.collaborators, engines: new Engines(engine) });
  const asks = async (afterMs: number) => {
    asked.length = 0;
    bed.clock.moveOn(afterMs);
    await sweep.run({ olderThanMs: 600_000 });
    return asked.length;
  };
  expect(await asks(0)).toBe(2);
  expect(asked).toEqual(names);
  expect(await asks(1_800_000)).toBe(0);
  expect(await asks(1_800_000)).toBe(2);
  expect(await asks(-7_200_000)).toBe(2);
});
