import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const AIRSHIPS = Array.from({ length: 12 }, (_, n) => ({
  key: `airship-${n.toString()}`,
  title: 'Flight',
  text: `Flight ${n.toString()}: zeppelins float on helium${n % 3 === 0 ? ', and ballast keeps them level in a storm' : ''}${', calm winds'.repeat(n)}.`,
}));
const OTHERS = Array.from({ length: 60 }, (_, n) => ({
  key: `other-${n.toString()}`,
  title: 'Note',
  text: `Note ${n.toString()}: ${n % 5 === 0 ? 'many people need a plan' : 'bread rises in a warm place'}${n === 7 ? ', and ballast for ships' : ''}${' and so on'.repeat(n)}.`,
}));

describe('by fuzzy several collections', () => {
  let bed: Testbed;
  const firstBy = async (query: string, collections: readonly string[]) =>
    (await bed.run({ query, algorithm: 'fuzzy', collections: [...collections], limit: 8, collapse: false })).hits.map(({ uri }) =>
      uri.replace(/^.*\//, ''),
    );

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('airships', AIRSHIPS);
    await bed.collection('others', OTHERS, { engine: bed.second.engine });
    await bed.collection('whole', [...AIRSHIPS, ...OTHERS]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each(['how many zeppelins need helium', 'zeppelins with ballast', 'people who need ballast'])(
    'are ranked as one that holds everything: %s',
    async (query) => {
      expect(await firstBy(query, ['airships', 'others'])).toEqual(await firstBy(query, ['whole']));
    },
  );

  it('find what is meant by misspelt words beside others', async () => {
    expect((await firstBy('zeppelins who need heliun', ['airships', 'others']))[0]).toMatch(/^airship-/);
    expect((await firstBy('balast of shipps', ['airships', 'others']))[0]).toBe('other-7#0');
  });
});
