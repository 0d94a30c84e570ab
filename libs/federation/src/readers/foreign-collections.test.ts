import { WhyNotRequest, localOwner, type CardModel, type WhyNotInput } from '@tributary/contracts';
import type { FoundListing } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { documentId, md5Uuid } from '@tributary/kernel/ids';
import { replaced } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { FIELDS, TEXTS, adopt, bound } from '../testbed/foreign-collection.fixture.js';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const AWAY: FoundListing = {
  records: [],
  unreadable: [{ name: 'elsewhere/*', engine: 'elsewhere', status: 'timed_out', code: 'ENGINE.UNAVAILABLE', reason: 'nobody answers' }],
};

const UNKNOWN: CardModel = { name: 'unknown', dimension: 256, distance: 'cosine', query_prefix: '', document_prefix: '' };

describe('an adopted collection', () => {
  it('is asked why a document of it is missing like any other', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const whyNot = new WhyNot(bed);
    const verdict = async (input: WhyNotInput) =>
      (await whyNot.run(WhyNotRequest.parse({ ...PATIENCE, ...input }), { principal: localOwner })).verdict;
    const query = 'pressure of the boiler';
    expect(await verdict({ query, uri: 'tributary://house/boiler.md#1' })).toBe('shown');
    expect(await verdict({ query, uri: 'tributary://house/cat.md', limit: 1 })).toBe('judged_low');
    expect(await verdict({ query, uri: 'tributary://house/dog.md' })).toBe('unknown');
    const filter = { must: [{ key: 'title', match: { value: 'The cat' } }] };
    expect(await verdict({ query, uri: 'tributary://house/boiler.md', filter })).toBe('filtered');
  });

  it('is searched by meaning at once, its words stale until they are indexed', async () => {
    await using bed = await Testbed.open();
    const record = await adopt(bed);
    const before = await bed.run({ query: 'worming tablet for the cat', explain: true });
    expect(before.hits[0]).toMatchObject({
      collection: 'house',
      title: 'The cat',
      content: 'The cat takes a worming tablet hidden in tuna.',
      uri: 'tributary://house/cat.md#0',
    });
    expect(before.coverage[0]).toMatchObject({
      collection: 'house',
      engine: 'elsewhere',
      status: 'partial',
      lanes: { semantic: { status: 'searched' }, keyword: { status: 'stale' } },
    });
    expect(before.coverage[0]?.reason).toMatch(/^keyword: /);
    await bed.words.build(record);
    const after = await bed.run({ query: 'worming tablet for the cat', explain: true });
    // Those that were found say nothing of how many there are: chance may reach high.
    const chanceOf = ({ hits }: typeof after) => hits[0]?.explanation?.judge['chance'];
    expect(chanceOf(before)).toBeGreaterThan(3);
    expect(chanceOf(after)).toBeLessThan(2);
    expect(after.coverage[0]).toMatchObject({
      status: 'searched',
      lanes: { semantic: { status: 'searched' }, keyword: { status: 'searched' } },
    });
    expect(after.hits[0]?.title).toBe('The cat');
  });

  it('takes its place beside collections of our own, judged by its text', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    await bed.collection('own', [{ key: 'a', title: 'Ships', text: 'Ships are launched at high tide.' }]);
    const { hits } = await bed.run({ query: 'worming tablet', explain: true });
    // Whether the worst of one stand before the worst of the other says nothing.
    expect(hits[0]?.collection).toBe('house');
    expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set(['house', 'own']));
    expect(hits[0]?.explanation?.judge['lexical']).toBeGreaterThan(0);
    expect(hits[0]?.relevance).toBeGreaterThan(hits.at(-1)?.relevance ?? 1);
  });

  it('whose documents are named as some of our own are keeps its hits beside theirs', async () => {
    await using bed = await Testbed.open();
    await bed.collection('own', [{ key: 'a', title: 'Cats', text: 'Worming tablets for cats are sold by vets.' }]);
    await adopt(bed, { extra: () => ({ file: documentId('own', 'a') }) });
    const { hits, notes } = await bed.run({ query: 'worming tablet', per_document: 1 });
    expect(hits.map(({ collection }) => collection).toSorted()).toEqual(['house', 'own']);
    expect(notes).toEqual([]);
  });

  it('whose model nobody has is searched by its words only, and says so', async () => {
    await using bed = await Testbed.open();
    const record = await adopt(bed, { model: UNKNOWN });
    await bed.words.build(record);
    const answer = await bed.run({ query: 'storm in January', algorithm: 'hybrid', weights: { fuzzy: 1 } });
    expect(answer.hits[0]?.title).toBe('The roof');
    expect(answer.coverage[0]).toMatchObject({
      status: 'partial',
      code: 'MODEL.UNKNOWN',
      lanes: {
        semantic: { status: 'incompatible', code: 'MODEL.UNKNOWN' },
        keyword: { status: 'searched' },
        fuzzy: { status: 'searched' },
      },
    });
    expect(answer.coverage[0]?.reason).toContain('configure the one that made them and adopt the collection again');
  });

  it('of which nothing can be searched yet is stale or incompatible, never searched', async () => {
    await using bed = await Testbed.open();
    await adopt(bed, { model: UNKNOWN });
    const { hits, coverage } = await bed.run({ query: 'storm in January' });
    expect(hits).toEqual([]);
    expect(coverage[0]).toMatchObject({
      status: 'incompatible',
      code: 'MODEL.UNKNOWN',
      lanes: { semantic: { status: 'incompatible' }, keyword: { status: 'stale' } },
    });
    expect(coverage[0]?.reason).toMatch(/^semantic: .*; keyword: /);
  });

  it('is shown with what stands around a passage, as a document, and by passage', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const { hits } = await bed.run({ query: 'pressure in bar', context: 'enhanced', limit: 1 });
    expect(hits[0]?.content).toContain('drained every spring');
    expect(hits[0]?.content).toContain('[MATCH START]\nIts pressure');
    const fetch = (uri: string) => bed.fetch.run({ uri, token_budget: 1000 }, { principal: reader() });
    expect((await fetch('tributary://house/boiler.md')).content).toBe(`${TEXTS[0][1]}\n\n${TEXTS[1][1]}`);
    expect((await fetch('tributary://house/boiler.md#1')).content).toBe(TEXTS[1][1]);
    await expect(fetch('tributary://house/boiler.md#7')).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    await expect(fetch('tributary://house/nothing.md')).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
  });

  it('whose numbers begin anew within a document shows the passage that was found among the others of its number', async () => {
    await using bed = await Testbed.open();
    const texts = [['boiler', TEXTS[0][1].repeat(12)], ...TEXTS.slice(1)] as const;
    await adopt(bed, { texts, extra: () => ({ n: 0 }) });
    const ask = { query: 'pressure in bar', limit: 1, token_budget: 60 };
    const shown = async (context: 'enhanced' | 'full_note') => (await bed.run({ ...ask, context })).hits[0]?.content;
    expect(await shown('enhanced')).toContain(`[MATCH START]\n${TEXTS[1][1]}\n[MATCH END]`);
    expect(await shown('full_note')).toContain(TEXTS[1][1]);
  });

  it('whose passages have no numbers hands out each by its own address', async () => {
    await using bed = await Testbed.open();
    await adopt(bed, { fields: { text: 'page_content', metadata: 'metadata', document: 'metadata.file' } });
    const { hits } = await bed.run({ query: 'worming tablet', context: 'enhanced', limit: 1 });
    expect(hits[0]?.content).toBe(TEXTS[3][1]);
    expect(hits[0]?.uri).toBe(`tributary://house/${md5Uuid('3')}#0`);
    const read = await bed.fetch.run({ uri: hits[0]?.uri ?? '', token_budget: 1000 }, { principal: reader() });
    expect(read.content).toBe(TEXTS[3][1]);
  });

  it('is judged by what its passages say, wherever they stand in their documents', async () => {
    await using bed = await Testbed.open();
    const long = 'Worming tablets are hidden in tuna, and the cat is none the wiser.';
    const texts = [['late', long], ['early', long], ...TEXTS] as const;
    const record = await adopt(bed, { texts, extra: (at) => ({ title: '', ...(at === 0 ? { n: 49 } : {}) }) });
    await bed.words.build(record);
    const { hits } = await bed.run({ query: 'worming tablets for the cat', collapse: false, explain: true });
    const [early, late] = ['early.md#0', 'late.md#49'].map((end) => hits.find(({ uri }) => uri.endsWith(end)));
    expect(late?.explanation?.judge['document']).toBeGreaterThan(0);
    expect(late?.explanation?.judge['document']).toBe(early?.explanation?.judge['document']);
    expect(late?.relevance).toBeCloseTo(early?.relevance ?? 0, 2);
  });

  it('goes on page by page', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const request = { query: 'the house', limit: 1, per_document: 3 };
    const first = await bed.run(request);
    const second = await bed.run({ ...request, ...(first.cursor === undefined ? {} : { cursor: first.cursor }) });
    expect(second.hits).toHaveLength(1);
    expect(second.hits[0]?.id).not.toBe(first.hits[0]?.id);
  });

  it('keeps the filters of a request, by its own fields', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const titles = async (filter: object) => (await bed.run({ query: 'house', filter })).hits.map(({ title }) => title);
    expect(await titles({ must: [{ key: 'metadata.file', match: { value: 'cat.md' } }] })).toEqual(['The cat']);
    expect(await titles({ must: [{ key: 'title', match: { value: 'The roof' } }] })).toEqual(['The roof']);
  });

  it.each(['semantic', 'hybrid'] as const)('that a filter leaves nothing of is not said to be empty: %s', async (algorithm) => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const filter = { must: [{ key: 'title', match: { value: 'The shed' } }] };
    const { hits, notes } = await bed.run({ query: 'boiler', filter, algorithm });
    expect([hits, notes.join()]).toEqual([[], expect.stringContaining('leave out filter')]);
  });

  it('is not searched within a span of time where its card knows no dates', async () => {
    await using bed = await Testbed.open();
    await adopt(bed);
    const undated = await bed.run({ query: 'cat', since: '7d' });
    expect(undated.hits).toEqual([]);
    expect(undated.coverage[0]).toMatchObject({ status: 'incompatible', code: 'COLLECTION.FIELD_UNMAPPED' });
    const dates = ['2026-06-14T00:00:00Z', '2026-06-13T00:00:00Z', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];
    await adopt(bed, { fields: { ...FIELDS, modified_at: 'metadata.changed' }, extra: (at) => ({ changed: dates[at] }) });
    const dated = await bed.run({ query: 'cat', since: '7d', per_document: 5 });
    expect(dated.hits.map(({ title }) => title)).toEqual(['The boiler', 'The boiler']);
  });

  it('says what drifted away from its card', async () => {
    await using bed = await Testbed.open();
    await bed.words.build(await adopt(bed));
    const reason = 'its vectors now have 12 dimensions';
    await bed.catalog.drifts.change('house', () => ({ set: { name: 'house', reason } }));
    expect((await bed.run({ query: 'cat' })).coverage[0]).toMatchObject({ status: 'stale', reason });
    const open = bed.foreign.open.bind(bed.foreign);
    const nominate = () => Promise.reject(permanent('ENGINE.REFUSED', 'no such vector'));
    bed.foreign.open = (name, card) => replaced(open(name, card), { nominate });
    const partial = { status: 'partial', reason: `semantic: no such vector; ${reason}` };
    expect(await bed.run({ query: 'tuna' })).toMatchObject({ hits: [{ title: 'The cat' }], coverage: [partial] });
  });
});

describe('a collection nobody adopted', () => {
  it('is meant by *, by patterns, by its name and behind its engine; a name of the catalog needs no look at the engines', async () => {
    await using bed = await Testbed.open();
    bed.listing = { records: [await bound(bed, { name: 'elsewhere.house' })], unreadable: [] };
    await bed.collection('own', [{ key: 'a', title: 'a', text: 'A cat sits on the wall.' }]);
    const covered = async (...collections: string[]) =>
      (await bed.run({ query: 'cat', collections })).coverage.map(({ collection }) => collection);
    expect(await covered('*')).toEqual(['own', 'elsewhere.house']);
    expect(await covered('elsewhere.h*')).toEqual(['elsewhere.house']);
    expect(await covered('elsewhere.house')).toEqual(['elsewhere.house']);
    expect(await covered('elsewhere/langchain')).toEqual(['elsewhere.house']);
    expect(await covered('elsewhere/*')).toEqual(['elsewhere.house']);
    bed.listing = { records: [], unreadable: [{ name: 'elsewhere/*', engine: 'elsewhere', status: 'failed', code: 'X', reason: 'away' }] };
    expect(await covered('own')).toEqual(['own']);
    const read = await bed.fetch.run({ uri: 'tributary://own/a', token_budget: 100 }, { principal: reader() });
    expect(read.title).toBe('a');
  });

  it('whose content was moved elsewhere is searched only by its own name', async () => {
    await using bed = await Testbed.open();
    bed.listing = { records: [{ ...(await bound(bed, { name: 'elsewhere.house' })), answered_by: 'house' }], unreadable: [] };
    await bed.collection('house', [{ key: 'a', title: 'a', text: 'A cat sits on the wall.' }]);
    const covered = async (...collections: string[]) =>
      (await bed.run({ query: 'cat', collections })).coverage.map(({ collection }) => collection);
    for (const pattern of ['*', 'auto', '*house']) expect(await covered(pattern)).toEqual(['house']);
    expect(await covered('elsewhere.house')).toEqual(['elsewhere.house']);
    expect(await covered('elsewhere/langchain', 'house')).toEqual(['house', 'elsewhere.house']);
  });

  it('that cannot be read is named in the coverage, and so is an engine that cannot be asked', async () => {
    await using bed = await Testbed.open();
    await bed.collection('own', [{ key: 'a', title: 'a', text: 'A cat sits on the wall.' }]);
    const away = { name: 'far/*', engine: 'far', status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: 'nobody answers' } as const;
    const textless = { name: 'blobs', engine: 'elsewhere', status: 'incompatible', code: 'COLLECTION.NO_TEXT', reason: 'no text' } as const;
    bed.listing = { records: [], unreadable: [away, textless] };
    const { hits, coverage } = await bed.run({ query: 'cat' });
    expect(hits).toHaveLength(1);
    expect(coverage.slice(1)).toMatchObject([
      { collection: 'far/*', engine: 'far', status: 'failed', code: 'ENGINE.UNAVAILABLE' },
      { collection: 'blobs', status: 'incompatible', code: 'COLLECTION.NO_TEXT' },
    ]);
    await expect(bed.run({ query: 'cat', require: 'all' })).rejects.toMatchObject({ code: 'SEARCH.INCOMPLETE' });
    const mayBeThere = bed.run({ query: 'cat', collections: ['lost', 'own'], require: 'all' });
    await expect(mayBeThere).rejects.toMatchObject({ code: 'SEARCH.INCOMPLETE' });
    expect((await bed.run({ query: 'cat', collections: ['lost'] })).coverage.map(({ collection }) => collection)).toEqual([
      'far/*',
      'lost',
    ]);
    const lost = await bed.run({ query: 'cat', collections: ['lost', 'own'] });
    expect(lost.coverage.find(({ collection }) => collection === 'lost')?.reason).toBe(
      'There is no such collection, unless far has it, which could not be asked.',
    );
    expect(lost.notes).toEqual(['Whether there is a collection lost cannot be told now: far could not be listed.']);
    const some = await bed.run({ query: 'cat' }, { principal: reader({ collections: ['own'] }) });
    expect(some.coverage).toHaveLength(1);
  });

  it('is lost to a later page, not gone, while its engine cannot be asked, and is there when it can', async () => {
    await using bed = await Testbed.open();
    const listing = { records: [await bound(bed, { name: 'elsewhere.house' })], unreadable: [] };
    bed.listing = listing;
    const request = { query: 'the cat and the boiler', limit: 1 };
    const { cursor } = await bed.run(request);
    bed.listing = AWAY;
    const lost = await bed.run({ ...request, cursor });
    expect(lost.coverage).toMatchObject([
      { collection: 'elsewhere.house', status: 'timed_out', code: 'ENGINE.UNAVAILABLE', reason: 'reading its passages: nobody answers' },
    ]);
    expect([lost.hits, lost.notes]).toEqual([
      [],
      ['What comes next could not be read: the coverage says why. Ask for this page again in a moment.'],
    ]);
    bed.listing = listing;
    expect((await bed.run({ ...request, cursor })).hits).toHaveLength(1);
  });

  it('is not said to lack a document while its engine cannot be asked', async () => {
    await using bed = await Testbed.open();
    bed.listing = AWAY;
    const uri = 'tributary://elsewhere.house/cat.md';
    await expect(bed.fetch.run({ uri, token_budget: 100 }, { principal: localOwner })).rejects.toMatchObject({
      code: 'ENGINE.UNAVAILABLE',
      retryable: true,
      message:
        'The collection elsewhere.house cannot be looked for in elsewhere: nobody answers. Ask again when elsewhere answers; tributary status shows how the engines are.',
    });
    const why = await new WhyNot(bed).run(WhyNotRequest.parse({ ...PATIENCE, query: 'cat', uri }), { principal: localOwner });
    expect(why).toMatchObject({ verdict: 'not_searched', details: { code: 'ENGINE.UNAVAILABLE', reason: 'nobody answers' } });
    const stranger = reader({ collections: ['own'] });
    await expect(bed.fetch.run({ uri, token_budget: 100 }, { principal: stranger })).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
  });
});
