import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

/** Books and telephones, each written in one way. */
const NUMBERS = [
  { key: 'malina', text: 'Malina, a novel, has the number 978-3-518-37141-1 in the shop.' },
  { key: 'stranger', text: 'The Stranger, a novel, has the number 0679720200 in the shop.' },
  { key: 'plague', text: 'The Plague, a novel, has the number 9780679720218 in the shop.' },
  { key: 'waves', text: 'The Waves, a novel, has the number 978 0 15 694960 6 in the shop.' },
  { key: 'plumber', text: 'The plumber answers at 030-1234567 in the morning.' },
  { key: 'baker', text: 'The baker answers at 0171 765 43 21 in the morning.' },
];
/** So many that one is nominated by nothing but its number. */
const OTHERS = Array.from({ length: 1500 }, (_, at) => ({
  key: `book-${at.toString()}`,
  text: `Book ${at.toString()}, a novel, has the number 978-3-5${(10 + (at % 17)).toString()}-${(40_000 + at * 13).toString()}-${(at % 10).toString()} in the shop.`,
}));

describe('long numbers in groups', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection(
      'shop',
      [...NUMBERS, ...OTHERS].map((one) => ({ ...one, title: one.key })),
    );
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['978-3-518-37141-1', 'malina'],
    ['9783518371411', 'malina'],
    ['978 3 518 37141 1', 'malina'],
    ['978-3518371411', 'malina'],
    ['0679720200', 'stranger'],
    ['0-679-72020-0', 'stranger'],
    ['9780679720218', 'plague'],
    ['978-0-679-72021-8', 'plague'],
    ['9780156949606', 'waves'],
    ['978-0-15-694960-6', 'waves'],
    ['0301234567', 'plumber'],
    ['030 1234567', 'plumber'],
    ['030-123-45-67', 'plumber'],
    ['01717654321', 'baker'],
    ['0171-7654321', 'baker'],
    ['which novel has the number 9783518371411', 'malina'],
    ['which novel has the number 978-0-679-72021-8?', 'plague'],
    ['novel volume 3 9783518371411', 'malina'],
    ['novel volume 3 978 3 518 37141 1', 'malina'],
    ['call the baker 2 01717654321', 'baker'],
  ])('are found by %s', async (query, key) => {
    const { hits, notes } = await bed.run({ query });
    expect([hits[0]?.title, notes]).toEqual([key, []]);
    expect(hits[0]?.relevance).toBeGreaterThan(0.1);
  });

  it('are not found by other digits', async () => {
    const { hits } = await bed.run({ query: '9783518371412', explain: true });
    expect(hits.filter(({ explanation }) => explanation?.judge['named'] !== undefined)).toEqual([]);
  });
});
