import { describe, expect, it } from 'vitest';
import { FIELDS, TEXTS, adopt } from '../testbed/foreign-collection.fixture.js';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

describe('rows of an adopted collection', () => {
  const rows = { fields: { ...FIELDS, user_id: 'metadata.owner', acl: 'metadata.readers' } };
  const OWNERS = [{ owner: 'anna' }, { owner: 'ben' }, { readers: ['group:board'] }, {}];

  it('belong to whom the card says, in search and fetch', async () => {
    await using bed = await Testbed.open();
    await adopt(bed, { ...rows, extra: (at) => OWNERS[at] ?? {} });
    const seen = async (principal: ReturnType<typeof reader>) => {
      const { hits } = await bed.run({ query: 'house', per_document: 5 }, { principal });
      return hits.map(({ content }) => TEXTS.findIndex(([, text]) => text === content)).toSorted();
    };
    expect(await seen(reader())).toEqual([3]);
    expect(await seen(reader({ user_id: 'anna' }))).toEqual([0, 3]);
    expect(await seen(reader({ user_id: 'ben', groups: ['board'] }))).toEqual([1, 2, 3]);
    const fetched = bed.fetch.run({ uri: 'tributary://house/roof.md', token_budget: 100 }, { principal: reader({ user_id: 'anna' }) });
    await expect(fetched).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
  });

  it.each(['metadata.readers', 'readers', '"metadata.readers"', 'readers[]', 'metadata', 'metadata.readers[0]'])(
    'are filtered by who may read them by the owner of the server alone: %s',
    async (key) => {
      await using bed = await Testbed.open();
      await adopt(bed, { ...rows, extra: (at) => OWNERS[at] ?? {} });
      const filter = { must_not: [{ should: [{ key, match: { value: 'group:board' } }] }] };
      const asked = async (principal?: ReturnType<typeof reader>) => {
        const { hits, coverage } = await bed.run({ query: 'house', filter }, principal && { principal });
        return [hits.length > 0, coverage[0]?.code];
      };
      expect(await asked(reader({ user_id: 'ben', groups: ['board'] }))).toEqual([false, 'ACCESS.DENIED']);
      expect((await asked())[0]).toBe(true);
    },
  );

  it('are filtered by other fields by everybody, also by such as begin as that of readers does', async () => {
    await using bed = await Testbed.open();
    await adopt(bed, { ...rows, extra: (at) => ({ ...OWNERS[at], readers_of: at }) });
    const filter = { must: [{ key: 'metadata.readers_of', range: { gte: 0 } }] };
    const { hits } = await bed.run({ query: 'house', filter }, { principal: reader({ user_id: 'ben' }) });
    expect(hits.length).toBeGreaterThan(0);
  });

  it('are nobody’s in particular without that: among several users only a grant by name shows them', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const hits = async (fields: Parameters<typeof reader>[0]) => {
      const answer = await bed.run({ query: 'cat' }, { principal: reader(fields) });
      return [answer.hits.length > 0, answer.coverage.length];
    };
    expect(await hits({})).toEqual([true, 1]);
    expect(await hits({ user_id: 'anna' })).toEqual([false, 0]);
    expect(await hits({ groups: ['board'] })).toEqual([false, 0]);
    expect(await hits({ collections: ['h*'] })).toEqual([false, 0]);
    expect(await hits({ user_id: 'anna', collections: ['house'] })).toEqual([true, 1]);
    const fetch = (principal: ReturnType<typeof reader>) =>
      bed.fetch.run({ uri: 'tributary://house/cat.md', token_budget: 100 }, { principal });
    await expect(fetch(reader({ user_id: 'anna' }))).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    await expect(fetch(reader({ user_id: 'anna', collections: ['house'] }))).resolves.toMatchObject({ title: 'The cat' });
  });
});
