import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

it('weighs the words of a query in a collection of one note by what they tell in all of them', async () => {
  await using bed = await Testbed.open();
  await bed.collection('memory', [{ key: 'plant', text: 'The office plant is called Herbert and needs water on Mondays.' }]);
  const names = ['Ada', 'Boris', 'Clara', 'Dennis', 'Edith', 'Fritz'];
  const files = Array.from({ length: 60 }, (_, at) => ({
    key: `file-${at.toString()}`,
    text: `Those who answer for part ${at.toString()} of the program are named here: ${names[at % names.length] ?? ''} keeps it.`,
  }));
  await bed.collection('files', files);
  const { hits } = await bed.run({ query: 'who is Herbert', explain: true });
  expect(hits[0]).toMatchObject({ collection: 'memory' });
  expect(hits[0]?.explanation?.judge['word_match']).toBeGreaterThan(0.5);
  expect(hits[0]?.relevance).toBeGreaterThan(0.3);
});

it.each(['hybrid', 'rrf'] as const)(
  'keeps the order of a collection beside one that is empty and one that does not answer, by %s',
  async (algorithm) => {
    await using bed = await Testbed.open();
    const notes = Array.from({ length: 30 }, (_, at) => ({
      key: at.toString(),
      text: `The lamp of the ${['tower', 'pier', 'dock'][at % 3] ?? ''}${' burns'.repeat(at % 5)} at night${', lamp by lamp'.repeat(at % 4)}.`,
    }));
    await bed.collection('coast', notes);
    await bed.collection('empty', []);
    const away = await bed.collection('away', notes, { engine: bed.second.engine, model: await bed.other.describe() });
    bed.second.break(away, { kind: 'throws', error: new Error('away') });
    const ask = async (collections: readonly string[]) => {
      const { hits } = await bed.run({
        query: 'which lamp burns at the pier',
        algorithm,
        collections: [...collections],
        limit: 30,
        explain: true,
      });
      return hits.map(({ uri, explanation }) => ({ uri, score: explanation?.judge['score'] }));
    };
    expect(await ask(['empty', 'coast', 'away'])).toEqual(await ask(['coast']));
  },
);
