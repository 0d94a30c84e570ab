import { WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const THINGS = ['grinder', 'boiler', 'pump', 'display', 'tray', 'nozzle'];
const TROUBLES = [
  'leaks after the update',
  'makes a loud noise',
  'stays cold in the morning',
  'shows a red light',
  'smells of burnt rubber',
];
const row = (thing: string, trouble: string, at: number) =>
  `FAQ-${at.toString().padStart(3, '0')},"The ${thing} ${trouble}: what can be done?","Ask the workshop for the leaflet ${at.toString()} on the ${thing}, wait for two days, and write down whether the ${thing} still ${trouble}; nobody opens the ${thing} before the workshop has answered in writing, whatever the guarantee of the machine says about repairs."`;
const ROWS = THINGS.flatMap((thing, a) => TROUBLES.map((trouble, b) => row(thing, trouble, a * TROUBLES.length + b)));
const TABLE = { key: 'faq', path: 'faq.csv', lang: 'csv', text: ['id,question,answer', ...ROWS].join('\n') };
const PAGE = { key: 'page', path: 'faq.md', lang: 'markdown', text: ROWS.map((text) => `## ${text}`).join('\n\n') };

async function openBed(): Promise<Testbed> {
  const bed = await Testbed.open();
  await bed.collection('table', [TABLE]);
  await bed.collection('page', [PAGE]);
  return bed;
}

const request: SearchInput = { query: 'pump makes a loud noise', limit: 12 };

describe('rows of a table', () => {
  it('are answers of their own, of which a list has as many as it wants', async () => {
    await using bed = await openBed();
    expect((await bed.run({ ...request, collections: ['table'] })).hits).toHaveLength(12);
    expect((await bed.run({ ...request, collections: ['page'] })).hits).toHaveLength(2);
  });

  it('are shown once where documents are shown whole', async () => {
    await using bed = await openBed();
    const { hits } = await bed.run({ ...request, collections: ['table'], context: 'full_note' });
    expect(hits).toHaveLength(1);
    const crowded = await new WhyNot(bed).run(
      WhyNotRequest.parse({ ...PATIENCE, ...request, collections: ['table'], context: 'full_note', uri: 'tributary://table/faq#1' }),
      { principal: localOwner },
    );
    expect(crowded.verdict).toBe('limited_per_document');
    expect(crowded.details.instead).toEqual([hits[0]?.uri]);
  });

  it('count by themselves: what others say of the query is none of theirs', async () => {
    await using bed = await openBed();
    const { hits } = await bed.run({ ...request, collections: ['table'], explain: true });
    expect(hits[0]?.content).toContain('The pump makes a loud noise');
    const documents = hits.map(({ explanation }) => explanation?.judge['document'] ?? 0);
    expect(new Set(documents).size).toBeGreaterThan(1);
    expect(documents[0]).toBe(Math.max(...documents));
  });

  it('are looked for beyond those that words exclude, though others of the table were found', async () => {
    await using bed = await Testbed.open();
    const filling =
      'The keeper of the lighthouse wrote about the weather, the supplies and the visitors of that day in his usual hand'.repeat(3);
    const rows = [
      ...Array.from({ length: 3 }, (_, at) => `lighthouse lamp, lighthouse keeper ${at.toString()}. ${'.'.repeat(300)}`),
      ...Array.from({ length: 260 }, (_, at) => `lighthouse lamp and a storm, ${at.toString()}. ${'.'.repeat(300)}`),
      ...Array.from({ length: 12 }, (_, at) => `A lamp, ${at.toString()}. ${filling}`),
    ];
    await bed.collection('log', [{ key: 'log', path: 'log.csv', lang: 'csv', text: rows.join('\n') }]);
    const { hits } = await bed.run({ query: 'lighthouse lamp -storm', collections: ['log'], limit: 10, per_document: 1 });
    expect(hits).toHaveLength(10);
    for (const { content } of hits) expect(content).not.toContain('storm');
  });
});
