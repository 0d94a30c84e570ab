import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryCursorStore } from '../cursor/memory-cursor-store.js';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const WORDS = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite', 'iron', 'jade', 'kyanite', 'limestone'];
const documentOf = (word: string) => ({ key: word, title: word, text: `Minerals of the region: ${word} is found near the river.` });

describe('pages of an answer', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('minerals', WORDS.slice(0, 8).map(documentOf));
    await bed.collection('more', WORDS.slice(8).map(documentOf), { engine: bed.second.engine });
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  const query = { query: 'minerals found near the river', limit: 5 };

  it('continue one ranking without repeating or losing a hit', async () => {
    const whole = await bed.run({ ...query, limit: 50 });
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bed.run({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      titles.push(...page.hits.map(({ title }) => title));
      expect(page.coverage.map(({ status }) => status)).toEqual(['searched', 'searched']);
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(titles).toEqual(whole.hits.map(({ title }) => title));
    expect(whole.cursor).toBeUndefined();
  });

  it('may change their size and dress, but not what is asked, nor who asks', async () => {
    const { cursor = '' } = await bed.run(query);
    await expect(bed.run({ ...query, limit: 2, context: 'enhanced', cursor })).resolves.toMatchObject({ hits: { length: 2 } });
    await expect(bed.run({ ...query, query: 'something else', cursor })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
    await expect(bed.run({ ...query, filter: { must: [] }, cursor })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
    await expect(bed.run({ ...query, cursor }, { principal: reader() })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
    await expect(bed.run({ ...query, cursor: 'invented' })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
  });

  it('continue for the same caller and request in whatever order their parts are told', async () => {
    const asked = { ...query, weights: { semantic: 0.5, keyword: 0.5 }, filter: { must: [{ key: 'title', match: { except: ['iron'] } }] } };
    const written = {
      filter: { must: [{ match: { except: ['iron'] }, key: 'title' }] },
      weights: { keyword: 0.5, semantic: 0.5 },
      ...query,
    };
    const anna = (groups: string[], collections: string[]) => ({ principal: reader({ user_id: 'anna', groups, collections }) });
    const { cursor } = await bed.run(asked, anna(['board', 'staff'], ['minerals', 'more']));
    const next = await bed.run({ ...written, cursor }, anna(['staff', 'board'], ['more', 'minerals']));
    expect(next.hits).toHaveLength(5);
    const fewer = bed.run({ ...asked, cursor }, anna(['board'], ['minerals', 'more']));
    await expect(fewer).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
  });

  it('are read again with what the caller may see now; what is gone is counted', async () => {
    await bed.collection(
      'changing',
      ['one', 'two', 'three', 'four'].map((word) => ({ ...documentOf(word), acl: ['*'] })),
    );
    const request = { ...query, collections: ['changing'], limit: 1 };
    const anna = reader({ user_id: 'anna' });
    const first = await bed.run(request, { principal: anna });
    const rest = ['one', 'two', 'three', 'four'].filter((word) => word !== first.hits[0]?.title);
    for (const word of rest.slice(1)) await bed.write('changing', { ...documentOf(word), acl: ['user:berta'] });
    const next = await bed.run({ ...request, limit: 5, cursor: first.cursor }, { principal: anna });
    expect(next.hits.map(({ title }) => title)).toEqual(rest.slice(0, 1));
    expect(next.notes).toContain('2 passages of the list are gone.');
    expect(next.cursor).toBeUndefined();
  });

  it('neither repeat nor lose a hit while documents come and go', async () => {
    await bed.collection('tide', WORDS.map(documentOf));
    const request = { ...query, collections: ['tide'], limit: 3 };
    const listed = (await bed.run({ ...request, limit: 50 })).hits.map(({ title }) => title);
    const first = await bed.run(request);
    const [gone = '', ...others] = listed.slice(3);
    await bed.remove('tide', gone);
    await bed.write('tide', { key: 'newcomer', title: 'newcomer', text: 'Minerals found near the river, minerals found near the river.' });
    const shown = first.hits.map(({ title }) => title);
    let { cursor } = first;
    while (cursor !== undefined) {
      const page = await bed.run({ ...request, cursor });
      shown.push(...page.hits.map(({ title }) => title));
      ({ cursor } = page);
    }
    expect(shown).toEqual([...listed.slice(0, 3), ...others]);
  });

  it('show a replaced document as it is now, and none that the query would not admit any more', async () => {
    await bed.collection('replaced', WORDS.slice(0, 5).map(documentOf));
    const request = { query: 'minerals found near the river -volcano', collections: ['replaced'], limit: 1 };
    const listed = (await bed.run({ ...request, limit: 50 })).hits.map(({ title }) => title);
    const { cursor } = await bed.run(request);
    const [, changed = '', excluded = '', ...others] = listed;
    await bed.write('replaced', { ...documentOf(changed), text: 'Minerals: another text by now.' });
    await bed.write('replaced', { ...documentOf(excluded), text: 'Minerals found near the volcano.' });
    const next = await bed.run({ ...request, limit: 50, cursor });
    expect(next.hits.map(({ title }) => title)).toEqual([changed, ...others]);
    expect(next.hits[0]?.content).toBe('Minerals: another text by now.');
    expect(next.notes).toEqual([
      '1 passage of the list is gone.',
      '1 passage shown from a newer version of the document: place and relevance are those of the one before.',
    ]);
  });

  it('are not explained behind the first, and say so', async () => {
    const { cursor } = await bed.run({ ...query, explain: true });
    const { hits, notes } = await bed.run({ ...query, explain: true, cursor });
    expect(hits.some(({ explanation }) => explanation !== undefined)).toBe(false);
    expect(notes).toEqual(['Only the first page is explained: ask without the cursor, with a higher limit, to have more hits explained.']);
    expect((await bed.run({ ...query, cursor })).notes).toEqual([]);
  });

  it('lose a collection that was removed since', async () => {
    await bed.collection('short-lived', ['five', 'six'].map(documentOf));
    const request = { ...query, collections: ['short-lived'], limit: 1 };
    const { cursor } = await bed.run(request);
    await bed.catalog.collections.change('short-lived', (record) => (record ? { set: { ...record, removed: true } } : { keep: true }));
    const next = await bed.run({ ...request, cursor });
    expect(next).toMatchObject({ hits: [], notes: ['1 passage of the list is gone.'] });
  });

  it('expire after ten minutes', async () => {
    const { cursor } = await bed.run(query);
    bed.clock.moveOn(599_000);
    await expect(bed.run({ ...query, cursor })).resolves.toMatchObject({ hits: { length: 5 } });
    bed.clock.moveOn(2_000);
    await expect(bed.run({ ...query, cursor })).rejects.toMatchObject({ code: 'CURSOR.EXPIRED', category: 'gone' });
  });

  it('are kept for a thousand lists, and room for more is made by the oldest of who has most', async () => {
    const store = new MemoryCursorStore(bed.clock);
    const listOf = (caller: string) => ({ hits: [], coverage: [], demands: { phrases: [], excluded: [] }, caller, owner: '' });
    const oldest = await store.put(listOf('greedy'));
    const others = await store.put(listOf('modest'));
    for (let count = 0; count < 2_000; count++) await store.put(listOf('greedy'));
    expect(await store.get(oldest)).toBeUndefined();
    expect(await store.get(others)).toBeDefined();
    const newest = await store.put(listOf('modest'));
    for (let count = 0; count < 999; count++) await store.put(listOf('greedy'));
    expect(await store.get(newest)).toBeDefined();
    bed.clock.moveOn(600_000);
    const later = await store.put(listOf('modest'));
    for (let count = 0; count < 999; count++) await store.put(listOf('modest'));
    expect(await store.get(later)).toBeDefined();
    await store.put(listOf('greedy'));
    expect(await store.get(later)).toBeUndefined();
  });
});

describe('a token budget', () => {
  it('takes whole hits by rank and leaves the rest to the cursor', async () => {
    await using bed = await Testbed.open();
    await bed.collection('minerals', WORDS.map(documentOf));
    const whole = await bed.run({ query: 'minerals near the river' });
    const cost = Math.ceil((whole.hits[0]?.content.length ?? 0) / 3.5);
    const page = await bed.run({ query: 'minerals near the river', token_budget: Math.max(50, cost * 3) });
    expect(page.hits.length).toBeGreaterThan(0);
    expect(page.hits.length).toBeLessThan(whole.hits.length);
    expect(page.notes.join()).toContain('did not fit into the token budget');
    const next = await bed.run({ query: 'minerals near the river', limit: 50, cursor: page.cursor });
    const titles = [...page.hits, ...next.hits].map(({ title }) => title);
    expect(titles.toSorted()).toEqual(WORDS.toSorted());
    expect(next.cursor).toBeUndefined();
  });

  it('takes short hits in place of a long one that says little more, and begins the next page with that', async () => {
    await using bed = await Testbed.open();
    await bed.collection('ferries', [
      { key: 'first', title: 'first', text: 'The ferry leaves the pier at noon, the ferry at the pier.' },
      {
        key: 'long',
        title: 'long',
        text: `The ferry, the pier, noon: ${'a timetable of the island hangs on a board by the water, '.repeat(6)}.`,
      },
      ...['a', 'b', 'c'].map((key) => ({ key, title: key, text: `A ferry leaves at noon, says the keeper of the island ${key}.` })),
    ]);
    const request = { query: 'ferry pier noon', algorithm: 'keyword' as const, token_budget: 90 };
    const whole = await bed.run({ ...request, token_budget: 5000 });
    expect(whole.hits.map(({ title }) => title)).toEqual(expect.arrayContaining(['first', 'long', 'a', 'b', 'c']));
    expect(whole.hits[0]?.title).toBe('first');
    const page = await bed.run(request);
    expect(page.hits.map(({ title }) => title)).toEqual(whole.hits.map(({ title }) => title).filter((title) => title !== 'long'));
    expect(page.notes).toContain('1 further hit did not fit into the token budget: the cursor goes on with them.');
    const next = await bed.run({ ...request, token_budget: 5000, cursor: page.cursor });
    expect(next.hits.map(({ title }) => title)).toEqual(['long']);
    expect(next.cursor).toBeUndefined();
  });

  it('cuts a first hit that alone is too large, and says so', async () => {
    await using bed = await Testbed.open();
    await bed.collection('long', [{ key: 'long', title: 'long', text: 'A sentence about minerals and the river they lie in. '.repeat(9) }]);
    const { hits, notes } = await bed.run({ query: 'minerals river', token_budget: 50 });
    expect(hits[0]?.content.length).toBeLessThanOrEqual(175);
    expect(notes.join()).toContain('was cut');
  });
});
