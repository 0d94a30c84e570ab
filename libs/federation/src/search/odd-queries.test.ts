import type { SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const ALGORITHMS = ['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'] as const;

const QUERIES: readonly (readonly [kind: string, query: string])[] = [
  ['one letter', 'x'],
  ['one digit', '7'],
  ['stop words', 'the of and to'],
  ['ten thousand words', Array.from({ length: 10_000 }, (_, n) => (n % 2 === 0 ? 'a' : 'b')).join(' ')],
  ['one word of 20,000 letters', 'w'.repeat(20_000)],
  ['Chinese', '怎么重启集群'],
  ['Arabic', 'كيف أعيد تشغيل قاعدة البيانات'],
  ['emoji', '🎉🚀👩‍👩‍👧‍👦'],
  ['an emoji flag and a word', '🏴‍☠️ cluster'],
  ['SQL', `'; DROP TABLE documents; -- SELECT * FROM users WHERE 1=1`],
  ['a regular expression', '^(a+)+$|[^\\s]*(?=.*\\d)\\1{2,}'],
  ['FTS5 operators', 'NEAR(cluster pod, 5) AND title:* OR NOT "pod" ^col:x -'],
  ['an unclosed quotation mark', '"restart the cluster'],
  ['empty quotation marks', '"" "" -""'],
  ['Lucene operators', 'title:(+cluster -pod)~2 && foo^4 || [a TO b]'],
  ['half a character', '\ud83d cluster \udc00'],
  ['control characters', 'clu\u0000ster\u001b[31m \u202epod'],
  ['HTML', '<script>alert("cluster")</script>'],
  ['a path', '../../etc/passwd%00.md'],
  ['punctuation', '?!.,;:()[]{}'],
  ['a hyphen', '-'],
];

describe('a query of', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [
      { key: 'cluster', title: 'Cluster', text: 'Restart a cluster by deleting its pods: the deployment makes new ones.' },
      { key: 'chinese', title: '集群', text: '删除它的容器就可以重启集群。' },
      { key: 'arabic', title: 'قاعدة', text: 'أعد تشغيل قاعدة البيانات من لوحة التحكم.' },
    ]);
    await bed.collection('code', [{ key: 'x.ts', title: 'x.ts', type: 'code', text: 'export const x = (a: number) => a + 7;' }]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each(QUERIES)('%s is answered by every algorithm, and never with nothing and no reason', async (_, query) => {
    for (const algorithm of ALGORITHMS) {
      const { hits, notes, coverage } = await bed.run({ query, algorithm });
      expect(
        coverage.map(({ status }) => status),
        algorithm,
      ).toEqual(['searched', 'searched']);
      expect(hits.length + notes.length, `${algorithm}: no hits and no note`).toBeGreaterThan(0);
      expect(hits.every(({ relevance }) => relevance >= 0 && relevance <= 1)).toBe(true);
    }
  });

  it.each([
    ['Chinese', '怎么重启集群', '集群'],
    ['Arabic', 'تشغيل قاعدة البيانات', 'قاعدة'],
  ])('%s finds passages in that language', async (_, query, title) => {
    for (const algorithm of ['hybrid', 'keyword'] as const) expect((await bed.run({ query, algorithm })).hits[0]?.title).toBe(title);
  });

  it.each<readonly [string, Partial<SearchInput> & { readonly query: string }, RegExp]>([
    ['words that occur nowhere', { query: 'zyzzyva', algorithm: 'keyword' }, /No word of the query occurs in what was searched/],
    ['short words, by fuzzy', { query: 'qq', algorithm: 'fuzzy' }, /fewer than four letters are not compared/],
    ['no words, by keyword', { query: '🎉', algorithm: 'keyword' }, /has no words, and keyword looks for words|No word of the query/],
    [
      'Chinese, by semantic',
      { query: '怎么重启集群', algorithm: 'semantic' },
      /know no word of the query: .* by algorithm hybrid or keyword/,
    ],
    ['Chinese, by fuzzy', { query: '怎么重启集群', algorithm: 'fuzzy' }, /no words that fuzzy compares .* by algorithm hybrid or keyword/],
    ['a long quotation that nothing contains', { query: `"${'cluster of grapes '.repeat(200)}"` }, /^.{0,250}$/],
    ['a filter nothing fits', { query: 'cluster', filter: { must: [{ key: 'lang', match: { value: 'cobol' } }] } }, /leave out filter/],
    ['a span of time nothing lies in', { query: 'cluster', since: '2099-01-01' }, /leave out filter, since and until/],
    ['a relevance nothing reaches', { query: 'pods of the cluster', min_relevance: 1 }, /min_relevance is 1: lower it/],
    ['quoted words nothing contains', { query: '"cluster of grapes"' }, /contains exactly "cluster of grapes"/],
    ['an excluded word everything contains', { query: 'export -number', collections: ['code'] }, /Every passage found contains "number"/],
  ])('%s says why nothing was found', async (_, input, reason) => {
    const { hits, notes } = await bed.run(input);
    expect(hits).toEqual([]);
    expect(notes.join('\n')).toMatch(reason);
  });

  it.each(['-', '""', '"', '- -', '"" ""', '?!.,;:()[]{}', '*', '->', '-""', '«»'])(
    'only %s has nothing to look for, and says so',
    async (query) => {
      for (const algorithm of ['hybrid', 'semantic'] as const)
        expect(await bed.run({ query, algorithm })).toMatchObject({
          hits: [],
          notes: ['The query has nothing to look for: ask in words.'],
        });
    },
  );

  it('only a hyphen is not embedded by other models either, which have a vector for everything', async () => {
    await bed.startEmbedder();
    await bed.collection('other', [{ key: 'a', title: 'a', text: 'A cluster.' }], { model: await bed.other.describe() });
    bed.other.asked.length = 0;
    const { hits, notes } = await bed.run({ query: '-', collections: ['other'] });
    expect([hits, notes, bed.other.asked]).toEqual([[], ['The query has nothing to look for: ask in words.'], []]);
  });

  it('a caller who may read no row is answered like one who finds nothing', async () => {
    await bed.collection('private', [{ key: 'a', title: 'a', text: 'A secret cluster.', user_id: 'anna' }]);
    const { hits, notes } = await bed.run({ query: 'cluster', collections: ['private'] }, { principal: reader() });
    expect([hits, notes.join()]).toEqual([[], 'Nothing like the query was found in what was searched.']);
  });

  it('an empty collection says that it is empty', async () => {
    await bed.collection('empty', []);
    expect((await bed.run({ query: 'cluster', collections: ['empty'] })).notes).toEqual([
      'What was searched is empty, or not indexed yet.',
    ]);
  });

  it('a collection that is away says so in a note and in the coverage', async () => {
    const name = await bed.collection('away', [{ key: 'a', title: 'a', text: 'A cluster.' }]);
    bed.main.break(name, { kind: 'throws', error: new Error('gone') }, ['nominate']);
    const { hits, notes, coverage } = await bed.run({ query: 'cluster', collections: ['away'] });
    bed.main.mend();
    expect([hits, notes, coverage[0]?.status]).toEqual([[], ['No collection could be searched: the coverage says why.'], 'failed']);
  });
});

describe('two hundred collections of which fifty are missing', () => {
  it('are searched as far as they are there; the others are named', async () => {
    await using bed = await Testbed.open();
    const names = Array.from({ length: 200 }, (_, n) => `c${n.toString().padStart(3, '0')}`);
    for (const [n, name] of names.entries())
      if (n % 4 !== 3)
        await bed.collection(name, [{ key: 'a', title: name, text: `Shelf ${n.toString()} holds books about lighthouses.` }]);
    const { hits, coverage, notes } = await bed.run({
      query: 'books about lighthouses on shelf 120',
      collections: names,
      limit: 20,
      deadline_ms: 30_000,
    });
    const statuses = Map.groupBy(coverage, ({ status }) => status);
    expect([statuses.get('searched')?.length, statuses.get('failed')?.length]).toEqual([150, 50]);
    expect(new Set(statuses.get('failed')?.map(({ code }) => code))).toEqual(new Set(['COLLECTION.NOT_FOUND']));
    expect(hits).toHaveLength(20);
    expect(hits[0]?.title).toBe('c120');
    expect(notes[0]).toMatch(/^No collection fits c003, c007, /);
    await expect(bed.run({ query: 'books', collections: names.filter((_, n) => n % 4 === 3) })).rejects.toMatchObject({
      code: 'COLLECTION.NOT_FOUND',
    });
  });
});
