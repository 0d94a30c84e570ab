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
