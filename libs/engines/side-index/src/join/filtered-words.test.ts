import type { Filter } from '@tributary/contracts';
import { sampleDocument, termOf } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { twoMemories } from '../engine/two-memories.fixture.js';

/** `count` passages of the same word, better ones first; every `every`-th is in Markdown, and only the worst `worst` are by Ann. */
async function manyPassages({ count, every, worst }: { readonly count: number; readonly every: number; readonly worst: number }) {
  const memories = await twoMemories({ dimension: 1, mostLookedAt: 1_500 });
  const { collection, joined } = memories;
  for (let n = 0; n < count; n++) {
    const content = `lamp${' and'.repeat(Math.floor((20 * n) / count))}`;
    const payload = { lang: n % every === 0 ? 'md' : 'ts', ...(n >= count - worst ? { user_id: 'ann' } : {}) };
    await joined.writeDocument(sampleDocument({ collection, key: n.toString(), dimension: 1, chunks: [{ content, payload }] }));
  }
  const keyword = async (filter: Filter, limit: number) => {
    const { lanes, candidates } = await joined.nominate({
      collection,
      lanes: ['keyword'],
      limit,
      filter,
      terms: [{ id: termOf('lamp'), weight: 1 }],
    });
    return { lane: lanes.keyword, candidates };
  };
  return { ...memories, keyword };
}

const markdown: Filter = { must: [{ key: 'lang', match: { value: 'md' } }] };
const byAnn: Filter = { must: [{ key: 'user_id', match: { value: 'ann' } }] };

it('finds the few passages a filter leaves, however far down the words would rank them', async () => {
  const { keyword } = await manyPassages({ count: 1_500, every: 2, worst: 3 });
  const { lane, candidates } = await keyword(byAnn, 5);
  expect(lane).toMatchObject({ status: 'searched', ranking: [{}, {}, {}] });
  expect(candidates).toHaveLength(3);
});

it('looks further down until as many as wanted fit a filter that leaves many', async () => {
  const { keyword } = await manyPassages({ count: 2_600, every: 2, worst: 1_400 });
  const { lane } = await keyword(byAnn, 20);
  expect(lane?.status === 'searched' && lane.ranking.length).toBe(20);
  const { lane: half } = await keyword(markdown, 50);
  expect(half?.status === 'searched' && half.ranking.length).toBe(50);
});

it('says that it failed rather than leave passages out where it would have to look at too many', async () => {
  const { keyword } = await manyPassages({ count: 3_000, every: 2, worst: 1_200 });
  const { lane, candidates } = await keyword(byAnn, 20);
  expect(lane).toMatchObject({ status: 'failed', error: { code: 'ENGINE.FILTER_TOO_COSTLY' } });
  expect(candidates).toEqual([]);
});
