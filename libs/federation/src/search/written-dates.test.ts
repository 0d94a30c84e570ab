import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const NAMES = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'];

/** One page for each day of some years, which says its day in one of four ways. */
function page(at: number) {
  const iso = new Date(Date.UTC(2018, 0, 1 + at)).toISOString().slice(0, 10);
  const [year, month, day] = [iso.slice(0, 4), Number(iso.slice(5, 7)), Number(iso.slice(8))] as const;
  const ways = [
    iso,
    `${day.toString()} ${MONTHS[month - 1] ?? ''} ${year}`,
    `${day.toString()}. ${NAMES[month - 1] ?? ''} ${year}`,
    `${day.toString()}.${month.toString()}.${year}`,
  ];
  return { key: `page-${at.toString()}`, title: `Page ${at.toString()}`, text: `Written on ${ways[at % 4] ?? ''}: rain again, and bread.` };
}

const dayOf = (iso: string) => Math.round((Date.parse(iso) - Date.UTC(2018, 0, 1)) / 86_400_000);
const PAGES = Array.from({ length: 1100 }, (_, at) => page(at));

describe('dates', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('diary', [
      ...PAGES,
      {
        key: 'days',
        title: 'Days',
        text: 'Of 7 and 24 and 11 and 22, of 2019 and 2020 and of March and March and November 2020 and März 2019.',
      },
    ]);
    await bed.collection('notes', [
      { key: '2017-03-07', title: '2017-03-07', text: 'Bread and rain.' },
      { key: 'other', title: 'March 2017', text: 'In March 2017 on the 7 of 9 days there was rain.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['24.11.2020', '2020-11-24'],
    ['24 November 2020', '2020-11-24'],
    ['7. März 2019', '2019-03-07'],
    ['7.3.2019', '2019-03-07'],
    ['March 7, 2019', '2019-03-07'],
    ['7 mars 2019', '2019-03-07'],
    ['2019-03-07', '2019-03-07'],
    ['22.03.2019', '2019-03-22'],
    ['23.03.2019', '2019-03-23'],
    ['what was written on 03/24/2019', '2019-03-24'],
    ['rain and bread on 25. March 2019', '2019-03-25'],
  ])('are found however they are written: %s', async (query, iso) => {
    const { hits } = await bed.run({ query, collections: ['diary'] });
    expect(hits[0]?.title).toBe(`Page ${dayOf(iso).toString()}`);
    expect(hits[0]?.relevance).toBeGreaterThan(0.1);
  });

  it.each(['7. März 2017', '7.3.2017', 'March 7th, 2017'])('are found in titles: %s', async (query) => {
    expect((await bed.run({ query })).hits[0]?.title).toBe('2017-03-07');
  });
});
