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

  it('are looked for as they stand by one lane alone', async () => {
    expect((await bed.run({ query: 'Muenchen', algorithm: 'keyword' })).notes.join()).not.toContain('München');
  });
});
