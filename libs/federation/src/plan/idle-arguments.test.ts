import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

it('says of arguments that change nothing beside the others that they do not', async () => {
  await using bed = await Testbed.open();
  await bed.collection('notes', [{ key: 'tides', title: 'Tides', text: 'A report about tides.' }]);
  const ask = { query: 'report about tides' };
  expect((await bed.run({ ...ask, algorithm: 'keyword', weights: { semantic: 2 } })).notes).toEqual([
    'By keyword one lane alone decides, and weights change nothing: leave them out, or search by hybrid.',
  ]);
  expect((await bed.run({ ...ask, max_collections: 2 })).notes).toEqual([
    'max_collections bounds what "auto" asks, and changed nothing: give "auto" as the collections, or leave it out.',
  ]);
  expect((await bed.run({ ...ask, since: '3m' })).notes).toContain('The age 3m is 3 minutes; months are written in days, such as 90d.');
  expect((await bed.run({ ...ask, algorithm: 'rrf', weights: { semantic: 2 } })).notes).toEqual([]);
  expect((await bed.run({ ...ask, collections: ['auto'], max_collections: 2 })).notes).toEqual(['Collections "auto": all 1 were asked.']);
});
