import type { Filter } from '@tributary/contracts';
import { termOf } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { foreignPoint, foreignWorld } from './foreign-world.fixture.js';

const passages = (from: number) =>
  Array.from({ length: 20 }, (_, n) => foreignPoint(from + n, `harbour number${n.toString()}`, { lang: 'en' }));

const german: Filter = { must: [{ key: 'lang', match: { value: 'de' } }] };

async function indexed() {
  const world = foreignWorld(passages(100));
  await world.builder().build(world.record);
  const lanes = async (word: string, filter?: Filter) => {
    const asked = { lanes: ['keyword', 'fuzzy'] as const, limit: 10, terms: [{ id: termOf(word), weight: 1 }], words: [word] };
    const { lanes: told } = await world.reader().nominate({ ...asked, ...(filter ? { filter } : {}) });
    return [told.keyword, told.fuzzy].map((lane) => (lane?.status === 'searched' ? lane.ranking.length : lane?.error.code));
  };
  return { ...world, lanes };
}

it('words of points that were all replaced are said to be behind, until they are read anew', async () => {
  const { become, lanes, builder, record, wait } = await indexed();
  expect(await lanes('harbour')).toEqual([10, 10]);
  become(passages(500));
  expect(await lanes('harbour')).toEqual(['SIDE_INDEX.BEHIND', 'SIDE_INDEX.BEHIND']);
  expect(await lanes('harbour', german)).toEqual(['SIDE_INDEX.BEHIND', 'SIDE_INDEX.BEHIND']);
  expect(await lanes('lighthouse')).toEqual([0, 0]);
  wait(10_000);
  await builder().refresh(record);
  expect(await lanes('harbour')).toEqual([10, 10]);
});

it('words whose points are there are not behind, whatever a filter leaves of them and whichever have gone', async () => {
  const { become, lanes } = await indexed();
  expect(await lanes('harbour', german)).toEqual([0, 0]);
  become(passages(100).slice(15));
  expect(await lanes('harbour')).toEqual([5, 5]);
});
