import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const titles = (answer: { readonly hits: readonly { readonly title: string }[] }) => answer.hits.map(({ title }) => title);

describe('a search over several collections', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('recipes', [
      { key: 'bread', title: 'Bread', text: 'Knead the dough for ten minutes and let it rise in a warm place before you bake the bread.' },
      { key: 'soup', title: 'Soup', text: 'Simmer carrots, leeks and potatoes in stock until they are soft.' },
    ]);
    await bed.collection('code', [
      {
        key: 'queue.ts',
        title: 'queue.ts',
        type: 'code',
        lang: 'typescript',
        text: 'export function drainQueue(jobQueue) {\n  while (jobQueue.size > 0) jobQueue.shift();\n}\n',
      },
      {
        key: 'http.ts',
        title: 'http.ts',
        type: 'code',
        lang: 'typescript',
        text: 'export async function fetchJson(url) {\n  return (await fetch(url)).json();\n}\n',
      },
    ]);
    await bed.collection(
      'notes',
      [{ key: 'kubernetes', title: 'Cluster', text: 'Restart a Kubernetes pod by deleting it: the deployment makes a new one.' }],
      {
        engine: bed.second.engine,
      },
    );
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  it('ranks the passages of all collections in one list with provenance', async () => {
    const answer = await bed.run({ query: 'how long does bread dough rise' });
    expect(answer.hits[0]).toMatchObject({
      uri: 'tributary://recipes/bread#0',
      collection: 'recipes',
      title: 'Bread',
      range: { start: [1, 1], end: [1, 90] },
      content: 'Knead the dough for ten minutes and let it rise in a warm place before you bake the bread.',
      metadata: { type: 'doc', source: 'test', chunk_index: 0, total_chunks: 1 },
    });
    expect(answer.coverage.map(({ collection, engine, status }) => [collection, engine, status])).toEqual([
      ['code', 'main', 'searched'],
      ['notes', 'second', 'searched'],
      ['recipes', 'main', 'searched'],
    ]);
    expect(answer.coverage[0]?.lanes).toMatchObject({ semantic: { status: 'searched' }, keyword: { status: 'searched' } });
    expect(answer.took_ms).toBeGreaterThan(0);
  });

  it('finds an identifier by its parts', async () => {
    expect(titles(await bed.run({ query: 'drain job queue' }))[0]).toBe('queue.ts');
  });

  it('gives every hit a relevance that falls for what was not asked for', async () => {
    const [good] = (await bed.run({ query: 'knead the dough and let it rise' })).hits;
    const doubtful = await bed.run({ query: 'tax law of the ming dynasty' });
    expect(good?.relevance).toBeGreaterThan(0.5);
    expect(doubtful.hits[0]?.relevance).toBeLessThan(0.05);
    expect(doubtful.notes.join()).toContain('Nothing found seems to answer this');
  });

  it('searches only the collections that are named, by name, pattern or engine', async () => {
    const searched = async (...collections: string[]) =>
      (await bed.run({ query: 'bread', collections })).coverage.map(({ collection }) => collection);
    expect(await searched('recipes')).toEqual(['recipes']);
    expect(await searched('*e*')).toEqual(['code', 'notes', 'recipes']);
    expect(await searched('second/*', 'main/code')).toEqual(['code', 'notes']);
    expect(await searched('auto')).toHaveLength(3);
  });

  it('names an unknown collection among known ones, and refuses when none is known', async () => {
    const answer = await bed.run({ query: 'bread', collections: ['recipes', 'recipies'] });
    expect(answer.coverage.find(({ collection }) => collection === 'recipies')).toMatchObject({
      status: 'failed',
      code: 'COLLECTION.NOT_FOUND',
    });
    await expect(bed.run({ query: 'bread', collections: ['recipies', 'x-*'] })).rejects.toMatchObject({
      code: 'COLLECTION.NOT_FOUND',
      message: 'No collection fits recipies, x-*. There are: code, notes, recipes.',
    });
  });

  it('refuses a name that nothing has where all were required, and names it', async () => {
    const asked = bed.run({ query: 'bread', collections: ['recipes', 'recipies', 'x-*'], require: 'all' });
    await expect(asked).rejects.toMatchObject({
      code: 'COLLECTION.NOT_FOUND',
      category: 'not_found',
      retryable: false,
      message:
        'Not every selected collection can be searched: there is no collection recipies, x-*. Select collections that are there, or leave out "require" to get what there is.',
    });
  });

  it('says that it looks for what a query only excludes', async () => {
    const { hits, notes } = await bed.run({ query: '-bread' });
    expect(hits.length).toBeGreaterThan(0);
    expect(notes).toContain(
      'The query only says what to leave out, which would find anything: it was looked for as text. Say what to look for as well.',
    );
  });

  it('names the collections that priorities prefer and that were not to be searched', async () => {
    const priorities = { order: ['recipies', 'notes', 'recipes'], strategy: 'soft' as const };
    const note = /^Priorities name recipies, notes, not among the collections that were to be searched: that moved nothing\.$/;
    const { notes } = await bed.run({ query: 'bread', collections: ['recipes'], priorities });
    expect(notes).toContainEqual(expect.stringMatching(note));
    expect((await bed.run({ query: 'bread', priorities: { ...priorities, order: ['notes'] } })).notes.join()).not.toContain(
      'Priorities name',
    );
  });

  it('repairs a word that no searched collection knows, says so, and leaves quoted words alone', async () => {
    const answer = await bed.run({ query: 'restart kuberntes' });
    expect(titles(answer)[0]).toBe('Cluster');
    expect(answer.notes).toContain('No searched collection contains "kuberntes": looked for "kubernetes" instead.');
    const quoted = await bed.run({ query: 'restart "kuberntes"' });
    expect(quoted.hits).toEqual([]);
    expect(quoted.notes.join()).toContain('No passage found contains exactly "kuberntes"');
  });

  it('answers a sentence that cites what nothing contains by its words, and says so', async () => {
    const answer = await bed.run({ query: 'how do I restart the cluster after "no such phrase anywhere"' });
    expect(titles(answer)[0]).toBe('Cluster');
    expect(answer.notes).toContain('No passage found contains exactly "no such phrase anywhere": looked for the words instead.');
    const demanded = await bed.run({ query: 'what can I cook "until they are soft" with carrots' });
    expect(titles(demanded)).toEqual(['Soup']);
  });

  it('returns only passages with quoted words and none with excluded ones', async () => {
    expect(titles(await bed.run({ query: '"until they are soft" carrots' }))).toEqual(['Soup']);
    expect(titles(await bed.run({ query: 'bake bread -dough', collections: ['recipes'] }))).toEqual(['Soup']);
  });

  it.each(['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'] as const)('answers by the algorithm %s', async (algorithm) => {
    const answer = await bed.run({ query: 'kubernetes deployment', algorithm, explain: true });
    expect(titles(answer)[0]).toBe('Cluster');
    const lanes = {
      hybrid: 'semantic keyword',
      rrf: 'semantic keyword',
      dbsf: 'semantic keyword',
      semantic: 'semantic',
      keyword: 'keyword',
      fuzzy: 'fuzzy',
    };
    expect(Object.keys(answer.coverage[0]?.lanes ?? {}).join(' ')).toBe(lanes[algorithm]);
  });

  it('runs a lane only when it has a weight', async () => {
    const weighted = await bed.run({ query: 'bread', weights: { fuzzy: 0.5, semantic: 0 } });
    expect(Object.keys(weighted.coverage[0]?.lanes ?? {})).toEqual(['keyword', 'fuzzy']);
    await expect(bed.run({ query: 'bread', weights: { keyword: 0, semantic: 0 } })).rejects.toMatchObject({
      code: 'SEARCH.WEIGHTS_INVALID',
    });
  });

  it('explains where each lane had a hit, what the judge saw, and what became of it', async () => {
    const [hit] = (await bed.run({ query: 'bread dough', explain: true })).hits;
    expect(hit?.explanation).toMatchObject({
      lanes: { semantic: { rank: 1 }, keyword: { rank: 1 } },
      steps: [
        { step: 'judge', effect: 'placed it 1' },
        { step: 'refine', effect: 'left it there' },
      ],
    });
    expect(Object.keys(hit?.explanation?.judge ?? {})).toEqual(
      expect.arrayContaining(['lexical', 'lexical_pooled', 'semantic', 'semantic_common', 'level', 'score']),
    );
  });

  it('leaves out what is less relevant than asked for', async () => {
    const all = await bed.run({ query: 'bread dough' });
    const some = await bed.run({ query: 'bread dough', min_relevance: 0.3 });
    expect(all.hits.length).toBeGreaterThan(some.hits.length);
    expect(some.hits.every(({ relevance }) => relevance >= 0.3)).toBe(true);
  });

  it('says that no reranker is configured', async () => {
    const { notes, reranked } = await bed.run({ query: 'bread', rerank: true });
    expect(notes.join()).toContain('No reranker is configured');
    expect(reranked).toMatchObject({ scored: 0, code: 'RERANKER.NOT_CONFIGURED' });
    expect(reranked).not.toHaveProperty('by');
  });

  it.each([
    ['a single letter', 'x'],
    ['an emoji', '🎉'],
    ['Chinese', '你好世界'],
    ['Arabic', 'قاعدة البيانات'],
    ['stop words', 'the of and'],
    ['empty quotation marks', '"" -'],
    ['a hyphen', '-'],
    ['operators of other engines', 'AND OR NOT ( ) * ?'],
    ['half a character', '\ud800'],
    ['one word of 20,000 letters', 'w'.repeat(20_000)],
    ['ten thousand words', 'a b '.repeat(5_000)],
    ['nothing but an excluded word', '-bread'],
  ])('survives a query of %s', async (_, query) => {
    const answer = await bed.run({ query });
    expect(answer.coverage.every(({ status }) => status === 'searched')).toBe(true);
  });

  it('refuses a filter with a broken path once, for all collections', async () => {
    await expect(bed.run({ query: 'bread', filter: { must: [{ key: 'a..[b', match: { value: 1 } }] } })).rejects.toMatchObject({
      code: 'FILTER.INVALID',
    });
  });

  it('gives up when the caller does', async () => {
    const gaveUp = AbortSignal.abort(new Error('enough'));
    await expect(bed.run({ query: 'bread' }, { signal: gaveUp })).rejects.toThrow('enough');
  });
});

describe('an empty catalog', () => {
  it('answers with nothing and says what to do', async () => {
    await using bed = await Testbed.open();
    const answer = await bed.run({ query: 'anything' });
    expect(answer).toMatchObject({
      hits: [],
      coverage: [],
      notes: ['There is no collection to search yet: store or ingest something first.'],
    });
  });
});
