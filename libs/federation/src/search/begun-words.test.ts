import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('words that nobody wrote as the query does', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notizen', [
      { key: 'pilot', title: 'Hafenlotse', text: 'Der Hafenlotse kommt um sechs an Bord, die Schlepper warten an der Mole.' },
      { key: 'town', title: 'Hagen', text: 'In Hagen umsteigen, der Zug nach Hagen fährt um sechs.' },
      { key: 'letter', title: 'Brief', text: 'Der Brief an Frau Łęcki und Herrn Łukasz ging gestern ab.' },
      { key: 'visit', title: 'Besuch', text: 'Þórunn kommt am Freitag über den Øresund und bleibt bis Montag.' },
      { key: 'garden', title: 'Garten', text: 'Die Hecke wird im Juni geschnitten, der Rasen im Mai gesät. Tor und Zaun bleiben.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it('are found in compounds that begin with them before words of other letters, which a note says', async () => {
    const { hits, notes } = await bed.run({ query: 'Hafen' });
    expect(hits[0]?.title).toBe('Hafenlotse');
    expect(hits[0]?.relevance).toBeGreaterThan(0.3);
    expect(notes).toContainEqual('No searched collection contains "hafen": looked for "hafenlotse" instead.');
  });

  it.each([
    ['Lecki', 'Brief'],
    ['Lukasz', 'Brief'],
    ['Thorunn', 'Besuch'],
    ['Oresund', 'Besuch'],
  ])('are found with the letters of other languages: %s', async (query, title) => {
    const { hits } = await bed.run({ query });
    expect(hits[0]?.title).toBe(title);
    expect(hits[0]?.relevance).toBeGreaterThan(0.3);
  });
});
