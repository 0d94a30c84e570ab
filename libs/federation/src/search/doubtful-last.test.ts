import { afterAll, beforeAll, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const PARAGRAPH = 'the sea, the captain, the barrels and the nine lamps of the harbour, chapter by chapter.';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('diary', [
    { key: 'lamp', title: 'Lamp', text: 'The lamp is lit. In chapter nine I said it would be.' },
    { key: 'tide', title: 'Tide', text: 'The tide turns twice a day.' },
    { key: 'long', title: 'Long', text: Array.from({ length: 60 }, (_, n) => `Paragraph ${n.toString()}: ${PARAGRAPH}`).join('\n\n') },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

it('what says nothing of the query stands behind further passages of a document that does', async () => {
  const { hits } = await bed.run({ query: 'chapter 9', limit: 8, per_document: 3, explain: true });
  expect(hits.map(({ title }) => title)).toEqual(['Long', 'Lamp', 'Long', 'Long', 'Tide']);
  expect(hits.at(-1)).toMatchObject({ explanation: { judge: { yields: 1 } } });
});
