import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const PARTS = ['hose', 'gasket', 'grinder', 'tray', 'lid', 'pump', 'valve', 'sieve', 'lamp', 'cable', 'brush', 'tank'];
const codeOf = (at: number) => `KF-${(2041 + 7 * at).toString()}`;
const errorOf = (at: number) => `E-${(11 + at).toString()}`;

/** Pages that ask and answer as a question does, and have no code, beside tables that have one and few words. */
const PAGES = Array.from({ length: 40 }, (_, at) => ({
  key: `page ${at.toString()}`,
  title: `What repairs cost in 2026, page ${at.toString()}`,
  text: `What does it cost? The cost of a repair in 2026 is told by the price list; the remedy for an error of the machine number ${at.toString()} is to order parts in 2026 and to ask what they cost.`,
}));
const TABLES = PARTS.map((part, at) => ({
  key: codeOf(at),
  title: 'Spare parts',
  text: `${codeOf(at)} | ${part} | all machines | ${(10 + at).toString()}.90`,
}));
const ERRORS = PARTS.map((part, at) => ({
  key: errorOf(at),
  title: 'Faults',
  text: `${errorOf(at)} | ${part} blocked | Switch it off, wait for ${(20 + at).toString()} minutes and clean the ${part}.`,
}));
const MAILS = Array.from({ length: 20 }, (_, at) => ({
  key: `mail ${at.toString()}`,
  title: `Mail ${at.toString()}`,
  text: `Good morning, the parcel has not come by now, would you look where it is? Bestellnummer ${(4_502_490 + 13 * at).toString()}. We wait for it since the ${(3 + at).toString()}th. Kind regards.`,
}));
const ORDERS = Array.from({ length: 10 }, (_, at) => ({
  key: `order ${at.toString()}`,
  title: `Bestellung ${at.toString()}`,
  text: `Bestellung stornieren: eine Bestellung wird im Shop storniert, jede Bestellung ${at.toString()}.`,
}));

const OTHERS = [
  { key: 'meeting', title: 'Meeting 2026-03-23', text: 'At the meeting of 2026-03-23 prices were told.' },
  { key: 'firmware', title: 'Firmware 3.1.0', text: 'Firmware 3.1.0 has six profiles.' },
];

describe('questions about codes', () => {
  let bed: Testbed;
  const leads = async (query: string) => (await bed.run({ query, limit: 3 })).hits[0]?.content ?? '';
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('shop', [...PAGES, ...TABLES, ...ERRORS, ...MAILS, ...ORDERS, ...OTHERS]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    'what does % cost in 2026',
    'price of %',
    'what does one % cost and how is it repaired in 2026?',
    'was kostet %',
    'Bitte schicken Sie mir zwei Stück %',
    'please send two pieces of %',
  ])('are led by what says these: %s', async (question) => {
    const first = await Promise.all(PARTS.map(async (_, at) => leads(question.replace('%', codeOf(at)))));
    expect(first.map((content, at) => content.includes(codeOf(at)))).toEqual(PARTS.map(() => true));
  });

  it.each(['remedy for error % of the machine', 'error %', '% was tun', 'Meine X200 zeigt %, was soll ich tun?'])(
    'are led by what says these however a query and a text part them: %s',
    async (question) => {
      const first = await Promise.all(PARTS.map(async (_, at) => leads(question.replace('%', errorOf(at)))));
      expect(first.map((content, at) => content.includes(errorOf(at)))).toEqual(PARTS.map(() => true));
    },
  );

  it('are led by the mail with the long number that few say', async () => {
    expect(await leads('Bestellung 4502503')).toContain('4502503');
  });

  it('are answered by nothing as certain that lacks them', async () => {
    const { hits } = await bed.run({ query: 'what does KF-2041 cost in 2026', limit: 5 });
    const [first, ...others] = hits.map(({ relevance }) => relevance);
    expect(first).toBeGreaterThan(0.3);
    expect(Math.max(...others)).toBeLessThan(0.1);
  });

  it.each([
    ['what does KF-9999 cost in 2026', 'KF-9999'],
    ['meeting 2024-03-23', '2024-03-23'],
    ['firmware 5.0.0', '5.0.0'],
    ['Bestellung 9999999', '9999999'],
  ])('are doubted where nobody says them: %s', async (query, code) => {
    const { notes } = await bed.run({ query });
    expect(notes).toEqual([`No passage found says "${code}".`, expect.stringMatching(/^Nothing found seems to answer this/)]);
  });

  it('are not doubted where the first hit says these, in words that nobody else says', async () => {
    const { hits, notes } = await bed.run({ query: 'Fehlercode E-14 wie beheben' });
    expect([hits[0]?.content.includes('E-14'), notes.filter((note) => note.startsWith('Nothing found seems'))]).toEqual([true, []]);
  });

  it('are no words that the model knows', async () => {
    const senseOf = async (query: string) => (await bed.run({ query, explain: true })).hits[0]?.explanation?.judge['sense'];
    expect([await senseOf('2041'), await senseOf('E-14'), await senseOf('what does a repair cost')]).toEqual([0, expect.closeTo(0, 0), 1]);
    expect(await senseOf('cost of KF-2041')).toBeLessThan(0.7);
  });

  it('tell how far a passage says and misses them', async () => {
    const { hits } = await bed.run({ query: 'price of KF-2041', explain: true, limit: 2 });
    const [first, second] = hits.map(({ explanation }) => explanation?.judge ?? {});
    expect([first?.['codes'], second?.['missed_codes']]).toEqual([expect.closeTo(second?.['missed_codes'] ?? 0, 6), first?.['codes']]);
    expect(first?.['codes']).toBeGreaterThan(0.5);
  });
});
