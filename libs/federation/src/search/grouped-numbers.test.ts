import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const THOUSANDS = ['12', '48', '77', '91', '230', '315'];
const RESTS = ['500', '220', '310', '640', '075', '118'];
/** How the piers of a price list write what stands between the groups of their prices, one after the other. */
const SIGNS = [',', '.', "'", '\u00a0', ''];

/** Every price of these groups at a pier of its own, and tables that say all groups apart from each other. */
const PRICES = THOUSANDS.flatMap((thousands, row) =>
  RESTS.map((rest, column) => ({
    thousands,
    rest,
    sign: SIGNS[(row + column) % SIGNS.length] ?? '',
    pier: `Pier ${'ABCDEF'.charAt(row)}${'uvwxyz'.charAt(column)}`,
  })),
);
const TABLES = Array.from({ length: 12 }, (_, at) => ({
  key: `table-${at.toString()}`,
  title: `Berths ${'abcdefghijkl'.charAt(at)}`,
  text: `Berths in use: ${[...THOUSANDS, ...RESTS, ...THOUSANDS, ...RESTS].join(' or ')} in the year.`,
}));

/** So many that a price is nominated by nothing but its number. */
const OTHERS = Array.from({ length: 600 }, (_, at) => ({
  key: `quay-${at.toString()}`,
  title: `Quay ${at.toString()}`,
  text: `The permit costs ${(400 + (at % 30)).toString()},${(700 + (at % 41)).toString()} euros a year.`,
}));

describe('numbers in groups of three digits', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    const prices = PRICES.map(({ thousands, rest, sign, pier }) => ({
      key: pier,
      title: pier,
      text: `The permit costs ${thousands}${sign}${rest} euros a year.`,
    }));
    await bed.collection('harbour', [...prices, ...TABLES, ...OTHERS]);
    const fees = Array.from({ length: 40 }, (_, at) => ({
      key: `fee-${at.toString()}`,
      title: `Berth ${at.toString()}`,
      text: `A fee of ${(1251 + at).toString()}.00, or a fee of ${(at + 2).toString()},${(300 + at).toString()}.00.`,
    }));
    await bed.collection('fees', [...fees, { key: 'crane', title: 'Crane', text: 'For an hour of the crane a fee of 1,250.00 is taken.' }]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  /** Queries for the prices, written with this sign, and what came first in place of the pier that has it. */
  async function missed(sign: string): Promise<readonly string[]> {
    const found = await Promise.all(
      PRICES.map(async ({ thousands, rest, pier }) => {
        const query = `the permit of ${thousands}${sign}${rest} euros`;
        const [first] = (await bed.run({ query })).hits;
        return first?.title === pier && first.relevance > 0.5 ? [] : [`${query}: ${first?.content ?? ''}`];
      }),
    );
    return found.flat();
  }

  it.each([',', '.', "'", '’', ' ', '\u202f', ''])('are found however they are written, for %j between these', async (sign) => {
    expect(await missed(sign)).toEqual([]);
  });

  it('are one number that somebody knows, where the query writes it without signs', async () => {
    const [first] = (await bed.run({ query: '12500', explain: true })).hits;
    expect(first).toMatchObject({ content: 'The permit costs 12,500 euros a year.', explanation: { judge: { known_words: 1 } } });
    expect(first?.relevance).toBeGreaterThan(0.9);
    const [none] = (await bed.run({ query: '12999', explain: true })).hits;
    expect(none?.relevance ?? 0).toBeLessThan(0.1);
  });

  it.each(['1250.00', '1,250.00', '1250,00'])('are of four digits, too, where places follow: %s', async (amount) => {
    const [first] = (await bed.run({ query: `a fee of ${amount}`, collections: ['fees'] })).hits;
    expect(first?.title).toBe('Crane');
  });

  it('are looked for as they stand by one lane alone', async () => {
    expect((await bed.run({ query: '12500', algorithm: 'keyword' })).hits).toEqual([]);
  });
});
