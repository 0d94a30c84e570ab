import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const DAY_MS = 86_400_000;

function day(from: string, days: number): string {
  return new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A year of daily notes, each with links to the days beside it and the mention of another one. */
const DIARY = Array.from({ length: 365 }, (_, at) => {
  const date = day('2017-01-01', at);
  const links = `[[${day(date, -1)}]] [[${day(date, 1)}]]`;
  const words = ['train', 'garden', 'budget', 'letter', 'rain', 'doctor'][at % 6] ?? '';
  return {
    key: date,
    title: date,
    text: `# ${date}\n\n${links}\n\nSaw to the ${words}, as said on ${day(date, (at % 17) - 30)}. Next time on ${day(date, 30 - (at % 13))}.`,
  };
});

describe('numbers that are written as one', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('diary', DIARY);
    await bed.collection('changes', [
      { key: '2.1', title: 'Changes', text: 'Version 2.1.3 closes files again. Mind the order of 3, 1 and 2 in its list.' },
      { key: '1.2', title: 'Changes', text: 'Version 1.2.3 closes files again.' },
      { key: '3.2', title: 'Changes', text: 'Version 3.2.1 closes files again, unlike 1 and 2.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());
  const firstOf = async (query: string, request: object = {}) => (await bed.run({ query, ...request })).hits[0];

  it.each(['2017-03-03', '2017-11-11', '2017-01-10', '2017/02/01', 'notes of 2017-06-01'])(
    'lead to the page of the day: %s',
    async (query) => {
      const date = /2017.\d\d.\d\d/.exec(query)?.[0].replaceAll('/', '-');
      expect(await firstOf(query, { collections: ['diary'] })).toMatchObject({ title: date });
      expect(await firstOf(query)).toMatchObject({ title: date });
    },
  );

  it('lead to the version, with what is said of it', async () => {
    const { hits } = await bed.run({ query: 'does v1.2.3 close files?' });
    expect(hits[0]?.content).toContain('Version 1.2.3');
    expect(hits[0]?.relevance).toBeGreaterThan(hits[1]?.relevance ?? 1);
  });

  it('take nothing from what says them where nothing does', async () => {
    const known = await firstOf('3 and 1 and 2 in the list of changes', { collections: ['changes'] });
    const unknown = await firstOf('3.1.2 in the list of changes', { collections: ['changes'] });
    expect(unknown?.content).toBe(known?.content);
  });

  it('are looked for in what can be read', async () => {
    bed.main.break('changes__g1', { kind: 'throws', error: new Error('no reading') }, ['read']);
    expect(await firstOf('2017-03-03')).toMatchObject({ title: '2017-03-03' });
    bed.main.mend();
  });

  it('are looked for number by number by one lane alone', async () => {
    const { hits } = await bed.run({ query: '1.2.3', algorithm: 'keyword', collections: ['changes'], explain: true });
    expect(hits).toHaveLength(3);
  });
});

const WORDS = ['crane', 'lock', 'pump'];
const ABOUT = 'Of all that was said in the long meeting on that evening somebody wrote down';

describe('numbers written as one, where others say their parts more often', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    const random = (n: number) => ((n * 7919 + 104_729) % 199) + 11;
    await bed.collection('logs', [
      ...Array.from({ length: 500 }, (_, n) => ({
        key: `line-${n.toString()}`,
        title: 'Log',
        text: `10.0.${random(n).toString()}.${(n % 2 === 0 ? 7 : random(n + 1)).toString()} 10.0.0.${random(n * 3 + 8).toString()}0`,
      })),
      ...WORDS.map((what) => ({ key: what, title: what, text: `${ABOUT} that the ${what} answers at 10.0.0.7, and little more of it.` })),
    ]);
    await bed.collection('prices', [
      ...Array.from({ length: 500 }, (_, n) => ({
        key: `row-${n.toString()}`,
        title: 'Prices',
        text: `12 of 500 and 500 of 12: 12, 500, no. ${n.toString()}.`,
      })),
      ...WORDS.map((what, at) => ({
        key: what,
        title: what,
        text: `${ABOUT} that the ${what} costs ${['12,500', '12500', '12.500'][at] ?? ''} euros.`,
      })),
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['10.0.0.7', 'logs'],
    ['what answers at 10.0.0.7', 'logs'],
    ['12,500', 'prices'],
    ['12500', 'prices'],
  ])('are found all the same: %s', async (query, collection) => {
    const { hits } = await bed.run({ query, collections: [collection], limit: 10 });
    expect(
      hits
        .slice(0, 3)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(WORDS);
  });
});
