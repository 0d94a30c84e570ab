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

it('nor does a long document keep back what is far more relevant, however many of its passages lie between', async () => {
  const storms = Array.from(
    { length: 150 },
    (_, n) => `## Day ${n.toString()}\n\nOrders of the day ${n.toString()}: reef the sails. ${PARAGRAPH}`,
  );
  await bed.collection('log', [{ key: 'log', title: 'Log', text: storms.join('\n\n') }]);
  await bed.collection('shop', [
    {
      key: 'shipping',
      title: 'Shipping',
      text: 'Orders are shipped on the day they come in.\n\n## Returns\n\nWhat was shipped by mistake goes back free of charge.',
    },
  ]);
  const { hits } = await bed.run({ query: 'how are orders shipped', limit: 20 });
  const order = hits.map(({ relevance }) => (relevance < 0.08 ? 'doubtful' : relevance >= 0.3 ? 'relevant' : 'between'));
  expect(order.lastIndexOf('relevant')).toBeLessThan(order.indexOf('doubtful'));
});
