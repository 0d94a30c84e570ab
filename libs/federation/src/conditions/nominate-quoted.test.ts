import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const PHRASE = '"the value of the"';
const CUT = 'only the best passages were looked at for "the value of the"';

/** Short passages that say the one telling word of the phrase, and three long ones that say the phrase. */
function texts(others: number) {
  const short = Array.from({ length: others }, (_, n) => ({
    key: `short-${n.toString()}`,
    title: 'A value',
    text: `Value, value, value ${n.toString()}.`,
  }));
  const long = ['lake', 'tower', 'bridge'].map((what) => ({
    key: what,
    title: what,
    text: `Of all that was said in the long meeting on that evening somebody wrote down the value of the ${what}, and little more.`,
  }));
  return [...short, ...long];
}

const keysOf = (answer: { readonly hits: readonly { readonly title: string }[] }) => answer.hits.map(({ title }) => title).toSorted();

describe('exact words', () => {
  it.each(['hybrid', 'keyword', 'rrf'] as const)(
    'are found where other passages say their telling words more, by %s',
    async (algorithm) => {
      await using bed = await Testbed.open();
      await bed.collection('values', texts(300));
      const answer = await bed.run({ query: PHRASE, algorithm, limit: 20 });
      expect(keysOf(answer)).toEqual(['bridge', 'lake', 'tower']);
      expect(answer.notes.join()).not.toContain(CUT);
    },
  );

  it('that may be in passages nobody looked at are told as that', async () => {
    await using bed = await Testbed.open();
    await bed.collection('values', texts(1200));
    const answer = await bed.run({ query: PHRASE, limit: 20 });
    expect(answer.notes.join()).toContain(`Of 1 collection ${CUT}`);
    const semantic = await bed.run({ query: PHRASE, algorithm: 'semantic', limit: 20 });
    expect(semantic.notes.join()).toContain(`Of 1 collection ${CUT}`);
  });
});
