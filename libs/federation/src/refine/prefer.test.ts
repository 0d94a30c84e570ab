import { SearchRequest, localOwner, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Search } from '../search/search.use-case.js';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';

const FACTORS = { soft: 1.1, medium: 1.25, hard: 1.5 } as const;
const request: SearchInput = { query: 'rotating the keys of the harbour crane', collapse: false, limit: 50, explain: true };

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  const subjects = [
    'keys of the harbour crane are rotated in March',
    'crane keys',
    'the harbour at night',
    'rotating tyres of a car',
    'a crane bird',
  ];
  for (const name of ['wiki', 'chat', 'handbook'])
    await bed.collection(
      name,
      subjects.map((subject, n) => ({ key: `${n}`, title: `${name} ${n}`, text: `The ${name} says: ${subject}. ${name.repeat(n)}` })),
    );
});
afterAll(() => bed[Symbol.asyncDispose]());

const boosted = ({ hits }: SearchAnswer, order: readonly string[], factor: number) =>
  hits.map(
    ({ collection, relevance }) => relevance * (order.includes(collection) ? factor ** (order.length - order.indexOf(collection)) : 1),
  );
const places = ({ hits }: SearchAnswer) => hits.map(({ uri }) => uri);

describe('priorities of collections', () => {
  it.each(['soft', 'medium', 'hard'] as const)(
    'sort by relevance × factor^(n − i) and leave the relevance as it is: %s',
    async (strategy) => {
      const order = ['handbook', 'chat'];
      const plain = await bed.run(request);
      const answer = await bed.run({ ...request, priorities: { order, strategy } });
      const scores = boosted(answer, order, FACTORS[strategy]);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(places(answer)).not.toEqual(places(plain));
      const relevances = ({ hits }: SearchAnswer) => new Map(hits.map(({ uri, relevance }) => [uri, relevance]));
      expect(relevances(answer)).toEqual(relevances(plain));
    },
  );

  it('are told in a note and in the explanation of each hit they moved', async () => {
    const { hits, notes } = await bed.run({ ...request, priorities: { order: ['handbook', 'absent'], strategy: 'medium' } });
    expect(notes).toContain('Sorted with priorities: handbook ×1.563. The relevance that is shown is without them.');
    const steps = hits.map(({ collection, explanation }) => [
      collection,
      explanation?.steps.find(({ step }) => step === 'priorities')?.effect,
    ]);
    expect(steps.filter(([, effect]) => effect !== undefined).map(([collection]) => collection)).toEqual(Array(5).fill('handbook'));
    expect(String(steps.find(([collection]) => collection === 'handbook')?.[1])).toMatch(
      /^×1\.563 (moved it from \d+ to \d+|left it at \d+)$/,
    );
  });

  it('change nothing when they are natural, or name no collection that is searched', async () => {
    const plain = await bed.run(request);
    for (const priorities of [
      { order: ['handbook'], strategy: 'natural' as const },
      { order: ['absent'], strategy: 'hard' as const },
    ]) {
      const answer = await bed.run({ ...request, priorities });
      expect(places(answer)).toEqual(places(plain));
      expect(answer.notes.join()).not.toContain('priorities');
    }
  });

  it('are those of the settings where a request names none', async () => {
    const { catalog, engines, queues, common, clock, openAdopted, found, sketches } = bed;
    const parts = { catalog, engines, queues, common, clock, openAdopted, found, sketches };
    const search = new Search({ ...parts, priorities: { order: ['chat'], strategy: 'hard' } });
    const ask = (input: SearchInput) => search.run(SearchRequest.parse({ ...PATIENCE, ...input }), { principal: localOwner });
    expect((await ask(request)).notes.join()).toContain('chat ×1.500');
    expect((await ask({ ...request, priorities: { order: ['wiki'], strategy: 'soft' } })).notes.join()).toContain('wiki ×1.100');
  });

  it('let the copy that they move up furthest stand for the others, where it would stand by itself', async () => {
    await using own = await Testbed.open();
    const text =
      'Rotating keys for the harbour crane: the keeper writes the day into the book, hands the old keys to the smith, and tests both new ones before noon.';
    await own.collection('wiki', [
      {
        key: 'first',
        title: 'Keys of the harbour crane',
        text: 'The keys of the harbour crane are rotated, and rotating them takes a day.',
      },
      { key: 'original', title: 'Rotating keys of a harbour crane', text },
    ]);
    await own.collection('handbook', [{ key: 'copy', title: 'Other', text }], { engine: own.second.engine });
    const priorities = { order: ['handbook'], strategy: 'hard' as const };
    const [plain, apart] = [await own.run({ ...request, collapse: true }), await own.run({ ...request, priorities })];
    expect(plain.hits.find(({ also_in: also }) => also !== undefined)?.uri).toBe('tributary://wiki/original#0');
    const together = await own.run({ ...request, collapse: true, priorities });
    expect(places(together)).toEqual(places(apart).filter((uri) => uri !== 'tributary://wiki/original#0'));
    expect(together.hits[0]).toMatchObject({ uri: 'tributary://handbook/copy#0', also_in: ['tributary://wiki/original#0'] });
    expect(together.hits[0]?.explanation?.steps.find(({ step }) => step === 'priorities')?.effect).toMatch(
      /^×1\.500 moved it from \d to 1$/,
    );
    for (const [at, { left, dropped }] of (together.course ?? []).entries())
      if (at > 0) expect(left + dropped).toBe(together.course?.[at - 1]?.left);
  });

  it('sort a copy that stands in for a passage left out by its own collection', async () => {
    await using own = await Testbed.open();
    const sections = ['at three, to the disk', 'at five, to the tape', 'on Sundays, to the bank'].map(
      (when, n) =>
        `## Part ${n.toString()}\n\nThe nightly backup of the database server is made ${when}. Whoever is on call reads its log in the morning and tells the others by mail when anything in it looks odd, or when part ${n.toString()} is missing.`,
    );
    await own.collection('wiki', [{ key: 'manual', title: 'Nightly backup of the database server', text: sections.join('\n\n') }]);
    await own.collection('chat', [
      { key: 'copy', title: 'Copy', text: sections.join('\n\n') },
      {
        key: 'own',
        title: 'Nightly backup of the database server',
        text: 'The nightly backup of the database server is made by the smith.',
      },
    ]);
    const priorities = { order: ['wiki'], strategy: 'hard' as const };
    const answer = await own.run({ query: 'nightly backup of the database server', per_document: 1, priorities, explain: true });
    expect(answer.hits.map(({ uri }) => uri.split('#')[0])).toEqual([
      'tributary://wiki/manual',
      'tributary://chat/own',
      'tributary://chat/copy',
    ]);
    const scores = boosted(answer, ['wiki'], 1.5);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('belong to the request a cursor continues', async () => {
    const priorities = { order: ['chat'], strategy: 'hard' as const };
    const { cursor } = await bed.run({ ...request, limit: 2, priorities });
    await expect(bed.run({ ...request, limit: 2, priorities, cursor })).resolves.toMatchObject({ hits: { length: 2 } });
    await expect(bed.run({ ...request, limit: 2, cursor })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
  });
});

describe('weights', () => {
  it('matter only by their proportions, however large', async () => {
    const one = await bed.run({ ...request, weights: { semantic: 1, keyword: 3, fuzzy: 0.5 } });
    const huge = await bed.run({ ...request, weights: { semantic: 1e300, keyword: 3e300, fuzzy: 5e299 } });
    expect(places(huge)).toEqual(places(one));
    for (const algorithm of ['hybrid', 'rrf', 'dbsf'] as const) {
      const { hits } = await bed.run({ ...request, algorithm, weights: { semantic: Number.MAX_VALUE, keyword: Number.MAX_VALUE } });
      expect(hits.length).toBeGreaterThan(10);
      expect(
        hits.every(({ relevance, explanation }) => relevance >= 0 && relevance <= 1 && Number.isFinite(explanation?.judge['score'])),
        algorithm,
      ).toBe(true);
    }
  });

  it.each(['hybrid', 'rrf', 'dbsf'] as const)('matter only by their proportions beside what is not weighted: %s', async (algorithm) => {
    await using shop = await Testbed.open();
    const code = { type: 'code', lang: 'typescript' } as const;
    await shop.collection('shop-code', [
      {
        key: 'a',
        title: 'order.ts',
        path: 'src/order.ts',
        ...code,
        text: '/** Cancels an order. */\nexport function cancelOrder(order) { refund(order); }',
      },
      {
        key: 'b',
        title: 'order.test.ts',
        path: 'src/order.test.ts',
        ...code,
        text: 'it("cancels an order", () => { cancelOrder(order); cancelOrder(order); });',
      },
      { key: 'c', title: 'menu.ts', path: 'src/menu.ts', ...code, text: 'export const menu = ["soup", "bread", "cheese"];' },
    ]);
    await shop.collection('shop-docs', [
      { key: 'd', title: 'Deliveries', text: 'Parcels leave at noon, unless a customer changes his mind.' },
      { key: 'e', title: 'Refunds', text: 'Whoever cancels gets the money back within a week.' },
    ]);
    const ask = async (scale: number) => {
      const { hits } = await shop.run({ query: 'cancel an order', algorithm, weights: { semantic: scale, keyword: scale }, explain: true });
      return hits.map(({ title, collection, explanation }) => ({ title, collection, score: explanation?.judge['score'] }));
    };
    const one = await ask(1);
    expect(new Set(one.map(({ collection }) => collection)).size).toBe(2);
    for (const scale of [0.1, 10]) expect(await ask(scale), scale.toString()).toEqual(one);
  });

  it('of one lane alone give the order of that lane', async () => {
    const keyword = await bed.run({ ...request, algorithm: 'keyword' });
    const weighted = await bed.run({ ...request, algorithm: 'rrf', weights: { semantic: 0, keyword: 1 } });
    const inWiki = ({ hits }: SearchAnswer) => hits.filter(({ collection }) => collection === 'wiki').map(({ uri }) => uri);
    expect(inWiki(weighted)).toEqual(inWiki(keyword));
  });
});
