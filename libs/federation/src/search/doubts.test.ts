import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const NOBODY = Array.from({ length: 24 }, (_, n) => `nobody-${n.toString()}`);

describe('an answer of which nothing that is shown fits', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('garden', [{ key: 'soil', title: 'Soil', text: 'Compost makes the soil of the garden loose.' }]);
    await bed.collection('coast', [{ key: 'lamp', title: 'Lamp', text: 'The lighthouse keeper trims the lamp before the night.' }]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  // So many names weigh the first of them more than any relevance does.
  const priorities = { order: ['garden', ...NOBODY], strategy: 'hard' as const };

  it('names what stands further down the list, and does not say that nothing was found', async () => {
    const request = { query: 'lighthouse keeper trims the lamp', priorities };
    const { hits } = await bed.run(request);
    expect(hits.map(({ collection }) => collection)).toEqual(['garden', 'coast']);
    const [worst = '', best = ''] = hits.map(({ relevance }) => relevance.toFixed(2));
    expect((await bed.run({ ...request, limit: 1 })).notes).toContain(
      `What is shown hardly answers this, by a relevance of ${worst} at best, and place 2 of the list has ${best}: go on with the cursor, or raise limit.`,
    );
    expect((await bed.run({ ...request, limit: 2 })).notes.join()).not.toMatch(/answer/);
  });

  it('says so where nothing further down fits either', async () => {
    const { notes } = await bed.run({ query: 'income tax of a company abroad', priorities, limit: 1 });
    expect(notes.join()).toMatch(/Nothing found seems to answer this: the best relevance is 0\.0\d\./);
  });
});
