import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reader, Testbed } from '../testbed/testbed.fixture.js';

const OTHERS = Array.from({ length: 150 }, (_, at) => ({
  key: `note-${at.toString()}`,
  title: `日記${at.toString()}`,
  text: `${at.toString()}日目は山へ行って花を見た。`,
}));

describe('a lone character of a script that is indexed by pairs', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('poems', [
      { key: 'gion', title: '祇園', text: '祇園の雪は静かに降る。' },
      { key: 'sea', title: '海と雪', text: '冬の海を見に行く。' },
      { key: 'chinese', title: '北京', text: '昨天下雪了。' },
      { key: 'seoul', title: '서울', text: '겨울에는 눈이 많이 온다.' },
      ...OTHERS,
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const titles = async (query: string, input = {}) => (await bed.run({ query, ...input })).hits.map(({ title }) => title);

  it('finds what says it beside others, in text and title, before all else', async () => {
    expect((await titles('雪')).slice(0, 3).toSorted()).toEqual(['北京', '海と雪', '祇園']);
    expect((await titles('눈'))[0]).toBe('서울');
  });

  it('is no doubtful answer, and is found in quotation marks as well', async () => {
    const { hits, notes } = await bed.run({ query: '雪' });
    expect(notes).toEqual([]);
    expect(Math.min(...hits.slice(0, 3).map(({ relevance }) => relevance))).toBeGreaterThan(0.3);
    expect((await titles('"雪"')).toSorted()).toEqual(['北京', '海と雪', '祇園']);
  });

  it('counts beside other words', async () => {
    expect((await titles('祇園 雪'))[0]).toBe('祇園');
    expect((await titles('海 雪'))[0]).toBe('海と雪');
  });

  it('is looked for in nothing that the caller may not see', async () => {
    await bed.collection('hidden', [{ key: 'mine', title: '秘密', text: '秘密の龍がいる。', user_id: 'somebody' }]);
    const { hits } = await bed.run({ query: '龍' }, { principal: reader() });
    expect(hits.filter(({ title }) => title === '秘密')).toEqual([]);
  });

  it('is looked for as it stands by one lane alone', async () => {
    expect(await titles('雪', { algorithm: 'keyword' })).toEqual([]);
  });
});
