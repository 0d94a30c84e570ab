import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const passages = [
  'Tomatoes are planted in the middle of May, once the nights stay above ten degrees, and tied to their stakes in June.',
  'The rain barrel feeds a drip hose along the beds, which is opened for one hour in the morning on every dry day.',
];
const COPIES = ['Garden plan 2.md', 'Garden plan (conflicted copy 2024-05-06).md', 'Garden plan.md'];

it('of equal files the one with the shortest path is cited, for each of its passages', async () => {
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
    'in other documents, where the best of them stands, as the file with the shortest path',
  );
});
