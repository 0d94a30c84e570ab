import { expect, it } from 'vitest';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

it('a place whose content was moved and whose maker went on is told where a pattern means it, and searched where it is named', async () => {
  await using bed = await Testbed.open();
  await bed.collection('house', [{ key: 'a', title: 'a', text: 'A cat sits on the wall.' }]);
  const house = await bed.catalog.collections.get('house');
  if (house === undefined) throw new Error('house was made.');
  const left = { ...house, name: 'elsewhere.house', engine: 'elsewhere', adopted: 'langchain', answered_by: 'house' };
  const asked = async (collection: string, principal = reader({ unrestricted: true })) => {
    const { coverage } = await bed.run({ query: 'cat', collections: [collection] }, { principal });
    return coverage.map(({ collection: name, status }) => `${name} ${status}`);
  };
  bed.listing = { records: [left], unreadable: [] };
  expect(await asked('*')).toEqual(['house searched']);
  bed.listing = { records: [{ ...left, parted: true }], unreadable: [] };
  for (const pattern of ['*', '*house', 'auto']) expect(await asked(pattern)).toEqual(['house searched', 'elsewhere.house not_selected']);
  expect(await asked('house')).toEqual(['house searched']);
  expect(await asked('elsewhere.house')).not.toContain('elsewhere.house not_selected');
  expect(await asked('*', reader({ collections: ['house'] }))).toEqual(['house searched']);
  const { coverage, hits } = await bed.run({ query: 'cat', require: 'all' });
  expect(hits).toHaveLength(1);
  const reason = 'its content was moved to house, and it has another number of points now: what its maker stored since is searched where elsewhere.house is named'; // oxfmt-ignore
  expect(coverage[1]?.reason).toBe(reason);
});
