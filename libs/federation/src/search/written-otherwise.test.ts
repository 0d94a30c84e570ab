import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('words that others write otherwise', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('travel', [
      { key: 'trains', title: 'Trains', text: 'The night train from München leaves at ten and has no dining car.' },
      { key: 'hotel', title: 'Hotel', text: 'The hotel in Zurich asks for a confirmation two days before.' },
      { key: 'ships', title: 'Ships', text: 'The ferry from Dover leaves at ten and has a dining room.' },
      { key: 'flights', title: 'Flights', text: 'The flight from Madrid leaves at ten and has no meal.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it('are found with umlauts and without, and missed by nobody', async () => {
    for (const query of ['Muenchen', 'München']) {
      const { hits, notes } = await bed.run({ query, explain: true });
      expect(hits[0]).toMatchObject({ title: 'Trains', explanation: { lanes: { keyword: { rank: 1 } }, judge: { known_words: 1 } } });
      expect(notes).toEqual([]);
    }
    const { hits, notes } = await bed.run({ query: 'Zürich', explain: true });
    expect(hits[0]).toMatchObject({ title: 'Hotel', explanation: { lanes: { keyword: { rank: 1 } }, judge: { known_words: 1 } } });
    expect(notes).toEqual([]);
  });

  it('are no doubtful answer, written one way or the other', async () => {
    await bed.collection('people', [
      { key: 'jm', title: 'Contacts', text: 'Jürgen Müller repairs the roof, phone 0441.' },
      { key: 'others', title: 'Contacts', text: 'Anna Meyer paints the doors, phone 0442.' },
      { key: 'more', title: 'Garden', text: 'The hedge is cut in June.' },
    ]);
    const relevanceOf = async (query: string) => (await bed.run({ query, collections: ['people'] })).hits[0]?.relevance ?? 0;
    const [umlauts, letters] = [await relevanceOf('Jürgen Müller'), await relevanceOf('Juergen Mueller')];
    expect(Math.min(letters, umlauts)).toBeGreaterThan(0.5);
  });

  it('are looked for as they stand by one lane alone', async () => {
    expect((await bed.run({ query: 'Muenchen', algorithm: 'keyword' })).notes.join()).not.toContain('München');
  });
});
