import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('words that some write apart and others as one', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('house', [
      { key: 'router', title: 'Router', text: 'The wifi key stands on a sticker below the device in the hall.' },
      { key: 'piano', title: 'Piano', text: 'The key of the piano lies in the drawer of the desk in the hall.' },
      { key: 'clock', title: 'Clock', text: 'Every clock in the house shows the timezone of the garden.' },
      { key: 'fence', title: 'Fence', text: 'Mend the fence before the goats find it; the none too new zine says how.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it('are found either way, and missed by nobody', async () => {
    const { hits, notes } = await bed.run({ query: 'wi-fi key', explain: true });
    expect(hits[0]).toMatchObject({ title: 'Router', explanation: { lanes: { keyword: { rank: 1 } }, judge: { known_words: 1 } } });
    expect(hits[0]?.relevance).toBeGreaterThan(2 * (hits[1]?.relevance ?? 1));
    expect(notes).toEqual([]);
  });

  it('are not taken for mistakes', async () => {
    const { hits, notes } = await bed.run({ query: 'time zone of the clock' });
    expect(hits[0]?.title).toBe('Clock');
    expect(notes).toEqual([]);
  });

  it('are looked for as they stand by one lane alone', async () => {
    const { hits } = await bed.run({ query: 'wi-fi', algorithm: 'keyword' });
    expect(hits).toEqual([]);
  });
});
