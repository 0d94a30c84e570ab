import type { Condition, Filter } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, TEXTS, adopt } from '../testbed/foreign-collection.fixture.js';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const ROWS = [{ owner: ['anna', 'ben'] }, { owner: ['anna'] }, { owner: 'anna' }, {}];
const ANNA = { principal: reader({ user_id: 'anna' }) };
const PLACES = ['metadata.owner', 'owner', 'user_id'];

describe('of rows of an adopted collection, which may have several owners,', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await adopt(bed, { fields: { ...FIELDS, user_id: 'metadata.owner' }, extra: (at) => ROWS[at] ?? {} });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const asked = async (filter: Filter, who?: typeof ANNA) => {
    const { hits, coverage } = await bed.run({ query: 'boiler pressure slates cat', filter, per_document: 5, collapse: false }, who);
    return {
      rows: hits.map(({ content }) => TEXTS.findIndex(([, text]) => text === content)).toSorted(),
      isDenied: coverage[0]?.code === 'ACCESS.DENIED',
    };
  };

  it.each<Condition>([
    ...[...PLACES, '"metadata.owner"', 'owner[]', 'owner[1]', 'metadata'].map((key) => ({ key, match: { value: 'ben' } })),
    { key: 'owner', match: { any: ['anna', 'ben'] } },
    { key: 'owner', match: { except: ['anna'] } },
    { key: 'owner', match: { text: 'ben' } },
    { key: 'owner', values_count: { gt: 1 } },
    { key: 'owner[1]', match: { value: 'anna' } },
    { is_empty: { key: 'owner[1]' } },
    { nested: { key: 'metadata', filter: { must: { key: 'owner', match: { value: 'ben' } } } } },
    { must_not: { should: { key: 'owner', match: { value: 'ben' } } } },
  ])('nobody but the owner of the server asks who else is one: %j', async (condition) => {
    expect(await asked({ must: [condition] }, ANNA)).toEqual({ rows: [], isDenied: true });
    expect((await asked({ must: [condition] })).isDenied).toBe(false);
  });

  it.each(PLACES)('a user asks for his own, and for those of nobody, by %s', async (key) => {
    expect(await asked({ must: [{ key, match: { value: 'anna' } }] }, ANNA)).toEqual({ rows: [0, 1, 2], isDenied: false });
    expect(await asked({ must: [{ key, match: { any: ['anna'] } }] }, ANNA)).toEqual({ rows: [0, 1, 2], isDenied: false });
    expect(await asked({ must: [{ is_empty: { key } }] }, ANNA)).toMatchObject({ isDenied: false });
    expect(await asked({ must: [{ is_empty: { key: 'user_id' } }] }, ANNA)).toEqual({ rows: [3], isDenied: false });
  });
});
