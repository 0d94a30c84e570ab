import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

it('a passage that says an identifier which few say stands among the first three, whatever others say of its parts and the words around it', async () => {
  await using bed = await Testbed.open();
  const texts = Array.from({ length: 300 }, (_, n) => ({
    key: `text-${n.toString()}.md`,
    text: `Chapter ${n.toString()} of a tale about harbours, ships and the weather of day ${n.toString()}.`,
  }));
  const others = Array.from({ length: 12 }, (_, n) => ({
    key: `${n.toString()}.md`,
    path: `${n.toString()}.md`,
    text: `TypeError: cannot read properties of undefined (reading 'row', reading 'count'), the row count of table ${n.toString()}, ${['amber', 'basalt', 'copper', 'flint'][n % 4] ?? ''}${n.toString()}.`,
  }));
  await bed.collection('all', [
    ...texts,
    ...others,
    {
      key: 'rows.js',
      path: 'rows.js',
      type: 'code',
      text: `function size(one) {\n${'  step(amber, basalt);\n'.repeat(30)}  return one.rowCount;\n}`,
    },
  ]);
  const paths = async (query: string, limit: number) => {
    const { hits } = await bed.run({ query, limit, collections: ['all'] });
    return hits.map(({ path }) => path);
  };
  const query = "TypeError: cannot read properties of undefined (reading 'rowCount')";
  const first = await paths(query, 5);
  expect(first.indexOf('rows.js')).toBe(2);
  expect((await paths(query, 60)).slice(0, 3)).toEqual(first.slice(0, 3));
  expect(await paths("TypeError: cannot read properties of undefined (reading 'row count')", 5)).not.toContain('rows.js');
});
