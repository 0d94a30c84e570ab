import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';

const COLOURS = Array.from({ length: 150 }, (_, n) => ({
  key: `colour-${n.toString()}`,
  title: `Color ${n.toString()}`,
  text: `Color: no color is color ${n.toString()}. With --color=always color is on.`,
}));

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('notes', [
    ...COLOURS,
    {
      key: 'readme',
      title: 'Orders',
      text: 'The service takes orders over HTTP and keeps them until they are shipped. Start it with node main.mjs --no-color and a port; logs are plain then, as collectors of logs want them.',
    },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

it.each(['--no-color', 'what does --no-color do?'])('%s finds the passage that has the option as it is written', async (query) => {
  const { hits } = await bed.run({ query, limit: 5, ...PATIENCE });
  expect(hits[0]?.title).toBe('Orders');
});
