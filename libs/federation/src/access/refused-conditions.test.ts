import type { SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, adopt } from '../testbed/foreign-collection.fixture.js';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const ANNA = { principal: reader({ user_id: 'anna' }) };

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  // More than "auto" asks without a choice.
  for (let n = 0; n < 12; n++) {
    const text = `The lighthouse keeper number ${n.toString()} sleeps on the roof of house ${n.toString()}.`;
    await bed.collection(`own-${n.toString()}`, [{ key: 'a', title: 'a', modified_at: '2026-06-01T00:00:00Z', text }]);
  }
  await adopt(bed, { fields: { ...FIELDS, acl: 'metadata.readers' }, extra: () => ({ readers: ['user:anna'] }) });
});
afterAll(() => bed[Symbol.asyncDispose]());

interface Refused {
  readonly by: string;
  readonly narrowing: Partial<SearchInput>;
  readonly who?: typeof ANNA;
  readonly code: string;
}

const BY_READERS = { filter: { must_not: [{ key: 'readers', match: { value: 'group:board' } }] } };
const REFUSED: readonly Refused[] = [
  { by: 'its readers', narrowing: BY_READERS, who: ANNA, code: 'ACCESS.DENIED' },
  { by: 'a date that its card does not name', narrowing: { since: '2020-01-01' }, who: ANNA, code: 'COLLECTION.FIELD_UNMAPPED' },
  { by: 'such a date, asked for by the owner', narrowing: { since: '2020-01-01' }, code: 'COLLECTION.FIELD_UNMAPPED' },
];

describe.each(REFUSED)('where a collection of another program cannot be narrowed down by $by', ({ narrowing, who, code }) => {
  it.each(['lighthouse keeper', 'lighthuose keeper'])('the others are searched all the same: %s', async (query) => {
    const { hits, coverage } = await bed.run({ query, collections: ['*'], ...narrowing }, who);
    expect(hits.length).toBeGreaterThan(0);
    expect(coverage.filter(({ status }) => status !== 'searched')).toMatchObject([{ collection: 'house', code }]);
  });

  it('"auto" chooses among all of them', async () => {
    const chosen = await bed.run({ query: 'lighthouse keeper', collections: ['auto'], ...narrowing }, who);
    expect(chosen.hits.length).toBeGreaterThan(0);
    const codes = chosen.coverage.flatMap(({ collection, code: refused }) => (refused === undefined ? [] : [[collection, refused]]));
    expect([[], [['house', code]]]).toContainEqual(codes);
  });
});
