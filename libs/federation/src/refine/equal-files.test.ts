import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const passages = [
  'Tomatoes are planted in the middle of May, once the nights stay above ten degrees, and tied to their stakes in June.',
  'The rain barrel feeds a drip hose along the beds, which is opened for one hour in the morning on every dry day.',
];
const COPIES = ['Garden plan 2.md', 'Garden plan (conflicted copy 2024-05-06).md', 'Garden plan.md'];

it('of a note and its copies the note is cited, for each of its passages', async () => {
  await using bed = await Testbed.open();
  await bed.collection(
    'notes',
    COPIES.flatMap((path) => passages.map((text, at) => ({ key: `${path}-${at.toString()}`, path, title: path.replace('.md', ''), text }))),
  );
  for (const query of ['when are tomatoes planted', 'garden plan 2 rain barrel', 'conflicted copy drip hose']) {
    const { hits } = await bed.run({ query, limit: 10, explain: true });
    expect(hits.map(({ title, also_in: also }) => [title, also?.length])).toEqual([
      ['Garden plan', 2],
      ['Garden plan', 2],
    ]);
  }
  const { hits } = await bed.run({ query: 'conflicted copy drip hose', explain: true });
  expect(JSON.stringify(hits[0]?.explanation)).toContain(
    'in other documents, where the best of them stands, as the file that they are copies of',
  );
});

it('what files of other names say as well is cited by itself', async () => {
  await using bed = await Testbed.open();
  const [, text = ''] = passages;
  const of = (path: string, title = path.replace('.md', '')) => ({ key: path, path, title, text });
  await bed.collection('notes', [of('Garden plan.md'), of('Garden plan 2.md'), of('a.md', 'A'), of('the-rain-barrel.md')]);
  const first = async (query: string) => (await bed.run({ query, limit: 1 })).hits[0]?.path;
  expect(await first('the rain barrel drip hose')).toBe('the-rain-barrel.md');
});
