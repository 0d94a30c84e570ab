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
    const others = Array.from({ length: 1200 }, (_, n) => ({
      key: n.toString(),
      title: 'Of',
      text: `The value, of the value: of ${n.toString()}.`,
    }));
    await bed.collection('values', [...others, ...texts(0)]);
    const note = `Of 1 collection ${CUT}`;
    for (const algorithm of ['hybrid', 'semantic'] as const)
      expect((await bed.run({ query: PHRASE, algorithm, limit: 20 })).notes.join()).toContain(note);
    const signs = await bed.run({ query: 'value "=>"', limit: 20 });
    expect(signs.notes.join()).toContain('Of 1 collection only the best passages were looked at for "=>"');
  });

  it('are told as nothing of the kind where every passage with a word of them was named', async () => {
    await using bed = await Testbed.open();
    await bed.collection('values', [...texts(300), { key: 'rare', title: 'Rare', text: 'The zyzzyva of the garden.' }]);
    const answer = await bed.run({ query: '"zyzzyva of the"', limit: 20 });
    expect(keysOf(answer)).toEqual(['Rare']);
    expect(answer.notes.join()).not.toContain('only the best passages');
  });
});
