import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('amounts of four digits', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('chandler', [
      ...Array.from({ length: 300 }, (_, at) => ({
        key: `rest-${at.toString()}`,
        title: `Part ${at.toString()}`,
        text: `Part of 2 and 674, 3 and 817: ${(5 + (at % 4)).toString()},${(300 + at).toString()} euros.`,
      })),
      { key: 'anchor', title: 'Anchor', text: 'For the anchor a fee of 2.674 euros was paid.' },
      { key: 'buoy', title: 'Buoy', text: 'For the buoy a fee of 3,817 euros was paid.' },
      { key: 'rope', title: 'Rope', text: 'For the rope a fee of 4 925 euros was paid.' },
      { key: 'port', title: 'Port', text: 'The server listens on port 8080, unlike the other one.' },
      { key: 'eighty', title: 'Eighty', text: 'For the hull a fee of 8,080 euros was paid.' },
      { key: 'year', title: 'Year', text: 'The hull was painted in 2024, as it is every year.' },
      { key: 'old', title: 'Old', text: 'For the mast a fee of 2,024 euros, later 2,031 euros, was paid.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['2674', 'Anchor'],
    ['a fee of 2674 euros', 'Anchor'],
    ['3817', 'Buoy'],
    ['4925', 'Rope'],
  ])('are found in groups where nobody writes them without signs: %s', async (query, title) => {
    const [first] = (await bed.run({ query })).hits;
    expect(first?.title).toBe(title);
    expect(first?.relevance).toBeGreaterThan(0.5);
  });

  it('are none where somebody writes the number as the query does', async () => {
    expect((await bed.run({ query: '8080' })).hits[0]?.title).toBe('Port');
  });

  it('are no years', async () => {
    expect((await bed.run({ query: '2024' })).hits[0]?.title).toBe('Year');
    expect((await bed.run({ query: '2031' })).hits[0]?.relevance ?? 0).toBeLessThan(0.1);
  });
});
