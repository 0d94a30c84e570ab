import { SearchRequest, WhyNotRequest, localOwner, type CardFields, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { Engines, type CollectionRecord, type Engine } from '@tributary/engines-port';
import { eventually, replaced } from '@tributary/testing';
import { permanent } from '@tributary/kernel';
import { formatWriteToken, md5Uuid } from '@tributary/kernel/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Search } from '../search/search.use-case.js';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';
import { CollectionSketches } from './collection-sketches.js';
import { sketchRecords } from './sketch-record.js';

const SUBJECTS = [
  ['bread', 'Sourdough bread rises overnight in a warm kitchen and is baked in a hot oven.'],
  ['rockets', 'The first stage of the rocket burns liquid oxygen and kerosene.'],
  ['taxes', 'Income tax is due in April, and late payment costs interest.'],
  ['chess', 'In the Sicilian defence black answers the king’s pawn with c5.'],
  ['bees', 'Worker bees dance to tell the hive where nectar is found.'],
  ['sailing', 'A sloop tacks against the wind by trimming jib and mainsail.'],
  ['violins', 'The bow is rubbed with rosin so that it grips the violin strings.'],
  ['glaciers', 'Glaciers grind valleys into the shape of a U and leave moraines.'],
  ['trains', 'The signal box sets the points before the express train arrives.'],
  ['medicine', 'Penicillin kills bacteria by breaking their cell walls.'],
] as const;
const OKAPI = 'The okapi, a shy relative of the giraffe, lives in the rain forest of the Congo.';

/** Twenty collections, two on each subject. */
async function library(bed: Testbed): Promise<void> {
  for (const [subject, text] of SUBJECTS)
    for (const n of [0, 1]) await bed.collection(`${subject}-${n.toString()}`, [{ key: 'a', title: subject, text }]);
}

/** Lets the sketches follow what has been written, as searches of the last seconds would have. */
async function settle(bed: Testbed): Promise<void> {
  bed.clock.moveOn(10_000);
  for (let turn = 0; turn < 2; turn++) {
    await bed.run({ query: 'anything', collections: ['auto'] });
    await bed.sketches.idle();
    bed.clock.moveOn(10_000);
  }
}

async function settledLibrary(): Promise<Testbed> {
  const bed = await Testbed.open();
  await library(bed);
  await bed.collection('animals', [{ key: 'okapi', title: 'Okapi', text: OKAPI }]);
  await settle(bed);
  return bed;
}

const named = ({ coverage }: SearchAnswer, status: string) =>
  coverage.filter((one) => one.status === status).map(({ collection }) => collection);

describe('collections "auto"', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await settledLibrary();
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it('asks every collection as long as nothing is known of their content, and says so', async () => {
    await using fresh = await Testbed.open();
    await library(fresh);
    const answer = await fresh.run({ query: 'how do bees tell where nectar is', collections: ['auto'], explain: true });
    expect(named(answer, 'searched')).toHaveLength(20);
    expect(answer.notes).toContain('Collections "auto": all 20 were asked.');
    expect(new Set(answer.selection?.asked.map(({ because }) => because))).toEqual(new Set(['unknown']));
    await fresh.sketches.idle();
  });

  it('asks those whose words and topics fit, and names the others', async () => {
    const answer = await bed.run({ query: 'where does the okapi live', collections: ['auto'], limit: 5, explain: true });
    expect(answer.hits[0]).toMatchObject({ collection: 'animals', content: OKAPI });
    const asked = named(answer, 'searched');
    expect(asked).toContain('animals');
    expect(asked.length).toBeLessThanOrEqual(12);
    expect(named(answer, 'not_selected')).toHaveLength(21 - asked.length);
    expect(answer.notes[0]).toMatch(
      /^Collections "auto": \d+ of 21 were asked, those whose content suits the query best; "\*" asks all\.$/,
    );
    expect(answer.selection?.asked[0]).toMatchObject({ collection: 'animals', because: 'best' });
    expect(answer.selection?.asked[0]?.terms).toBeGreaterThan(0.3);
    expect(answer.selection?.left_out.map(({ collection }) => collection).toSorted()).toEqual(named(answer, 'not_selected').toSorted());
    const unexplained = await bed.run({ query: 'okapi', collections: ['auto'], limit: 5 });
    expect(unexplained.selection).toBeUndefined();
  });

  it('finds a topic in other words than the query has', async () => {
    const { hits } = await bed.run({ query: 'antibiotics against infections', collections: ['auto'], max_collections: 4, limit: 5 });
    expect(hits[0]?.collection).toMatch(/^medicine-/);
  });

  it('keeps to the number of collections it is given, beside those that are named', async () => {
    const two = await bed.run({ query: 'okapi', collections: ['auto'], max_collections: 2, limit: 1 });
    expect(named(two, 'searched')).toHaveLength(2);
    const beside = await bed.run({ query: 'okapi', collections: ['auto', 'taxes-*'], max_collections: 2, limit: 1 });
    expect(named(beside, 'searched').filter((name) => name.startsWith('taxes-'))).toHaveLength(2);
    expect(named(beside, 'searched')).toHaveLength(4);
  });

  it('keeps to the number the settings give, where the request gives none', async () => {
    const { catalog, found, engines, openAdopted, clock, queues, common, sketches } = bed;
    const search = new Search({ catalog, found, engines, openAdopted, clock, queues, common, sketches, autoMaxCollections: 3 });
    const ask = (input: Partial<SearchInput> = {}) =>
      search.run(SearchRequest.parse({ ...PATIENCE, query: 'okapi', collections: ['auto'], limit: 1, ...input }), {
        principal: localOwner,
      });
    expect(named(await ask(), 'searched')).toHaveLength(3);
    expect(named(await ask({ max_collections: 5 }), 'searched')).toHaveLength(5);
    expect(named(await ask({ collections: ['*'] }), 'searched')).toHaveLength(21);
  });

  it('is content with what it chose: nothing is missing for "require: all"', async () => {
    const answer = await bed.run({ query: 'okapi', collections: ['auto'], require: 'all', limit: 1 });
    expect(named(answer, 'not_selected').length).toBe(13);
  });

  it('asks all where the chosen ones hold too little that fits a filter', async () => {
    await bed.write('taxes-1', { key: 'late', title: 'Late', text: 'Late payment of tax in Kenya.', tags: ['rare'] });
    const filter = { must: [{ key: 'tags', match: { value: 'rare' } }] };
    const answer = await bed.run({ query: 'okapi giraffe forest', collections: ['auto'], filter, explain: true });
    expect(answer.hits.map(({ collection }) => collection)).toEqual(['taxes-1']);
    expect(named(answer, 'not_selected')).toEqual([]);
    expect(answer.notes[0]).toMatch(/^The \d+ collections chosen held fewer passages to show than wanted, so all 21 were asked\.$/);
    expect(answer.selection?.asked.filter(({ because }) => because === 'widened').length).toBe(13);
  });

  it.each(['chunk_only', 'full_note'] as const)(
    'asks all where what fits lies in one document, of which few passages are shown: %s',
    async (context) => {
      await using own = await settledLibrary();
      const sections = Array.from(
        { length: 12 },
        (_, n) => `## Okapi ${n.toString()}\n\n${`Okapi ${n.toString()} rests in forest ${n.toString()}. `.repeat(60)}`,
      );
      await own.write('animals', { key: 'herd', title: 'Herd', text: sections.join('\n\n'), tags: ['rare'] });
      await own.write('taxes-1', { key: 'late', title: 'Late', text: 'Late payment of tax in Kenya.', tags: ['rare'] });
      const filter = { must: [{ key: 'tags', match: { value: 'rare' } }] };
      const ask = { query: 'okapi giraffe forest', filter, context } as const;
      const all = await own.run({ ...ask, collections: ['animals'], context: 'chunk_only', per_document: 50, limit: 50, collapse: false });
      expect(all.hits.length).toBeGreaterThanOrEqual(10);
      const { hits } = await own.run({ ...ask, collections: ['auto'], limit: 10 });
      expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set(['animals', 'taxes-1']));
    },
  );

  it('says of what it asked in the end, too, that it is stale', async () => {
    await using own = await settledLibrary();
    await own.write('taxes-1', { key: 'late', title: 'Late', text: 'Late payment of tax in Kenya.', tags: ['rare'] });
    const source = { id: 'zoo', kind: 'folder', name: 'zoo', location: '/zoo', created_at: '2026-01-01' } as const;
    const route = { code: 'taxes-1', docs: 'animals' };
    await own.catalog.sources.change('zoo', () => ({ set: { ...source, route, state: 'stale', reason: 'the folder is missing' } }));
    const filter = { must: [{ key: 'tags', match: { value: 'rare' } }] };
    const { coverage } = await own.run({ query: 'okapi giraffe forest', collections: ['auto'], filter });
    const stale = coverage.filter(({ status }) => status === 'stale');
    expect(stale.map(({ collection, reason }) => [collection, reason]).toSorted()).toEqual([
      ['animals', 'the folder is missing'],
      ['taxes-1', 'the folder is missing'],
    ]);
  });

  it.each([
    ['Late payment of tax in Kenya.', ['animals', 'taxes-1']],
    // Among all a word is found written otherwise: the two answers are about other terms, and the first one stands.
    ['Late payment of tax on an okapj in Kenya.', ['animals']],
  ])('keeps what it found where those collections do not answer a second time: %s', async (text, found) => {
    await using own = await settledLibrary();
    await own.write('animals', { key: 'rare', title: 'Zoo', text: 'An okapi and a giraffe in the forest.', tags: ['rare'] });
    await own.write('taxes-1', { key: 'late', title: 'Late', text, tags: ['rare'] });
    const filter = { must: [{ key: 'tags', match: { value: 'rare' } }] };
    await eventually(async () => {
      own.main.break('animals__g1', { kind: 'hangs', after: 1 }, ['nominate']);
      const { hits, coverage } = await own.run({ query: 'okapi giraffe forest', collections: ['auto'], filter, deadline_ms: 1500 });
      expect(hits.map(({ collection }) => collection).toSorted()).toEqual(found);
      expect(coverage.find(({ collection }) => collection === 'animals')?.status).toBe('searched');
    });
  });

  it('keeps to a bound however little is found within it, and says so', async () => {
    await bed.write('taxes-1', { key: 'late', title: 'Late', text: 'Late payment of tax in Kenya.', tags: ['rare'] });
    const filter = { must: [{ key: 'tags', match: { value: 'rare' } }] };
    const answer = await bed.run({ query: 'okapi giraffe forest', collections: ['auto'], max_collections: 2, filter });
    expect(named(answer, 'searched')).toHaveLength(2);
    expect(answer.notes[0]).toBe(
      'The 2 collections that were asked held fewer passages to show than wanted, and the bound kept 19 others from being asked: give a greater max_collections, or "*" to ask all.',
    );
    const [ofOne] = (await bed.run({ query: 'okapi giraffe forest', collections: ['auto'], max_collections: 1, filter })).notes;
    expect(ofOne).toMatch(/^The 1 collection that was asked held fewer/u);
  });

  it('asks nothing, and tells nothing, of collections the caller may not read', async () => {
    const some = reader({ collections: ['bread-*', 'bees-*', 'chess-*', 'trains-*', 'medicine-*', 'sailing-*'] });
    const answer = await bed.run({ query: 'okapi', collections: ['auto'], explain: true, limit: 1 }, { principal: some });
    expect(named(answer, 'searched').length + named(answer, 'not_selected').length).toBe(12);
    expect(JSON.stringify(answer)).not.toMatch(/animals|taxes|rockets|giraffe/);
  });

  it('says by why_not that a collection was left out', async () => {
    const ask = (query: string, collections = ['auto']) =>
      new WhyNot(bed).run(WhyNotRequest.parse({ ...PATIENCE, query, collections, uri: 'tributary://animals/okapi', limit: 3 }), {
        principal: localOwner,
      });
    const left = await ask('sourdough bread in the oven');
    expect(left).toMatchObject({ verdict: 'not_selected', stage: 'plan' });
    expect(left.explanation[0]).toMatch(/^"auto" did not ask the collection animals: \d+ others seem to suit the query better \(0\.\d+;/);
    expect(await ask('okapi')).toMatchObject({ verdict: 'shown' });
  });
});

describe('what "auto" knows', () => {
  it('is little at first, and within a given number of collections the note says so', async () => {
    await using bed = await Testbed.open();
    await library(bed);
    const ask = () => bed.run({ query: 'bees and nectar', collections: ['auto'], max_collections: 2, limit: 1 });
    expect((await ask()).notes[0]).toBe(
      'Collections "auto": 2 of 20 were asked, those whose content suits the query best as far as it is known, and too little is known of 20 yet: search again in a moment; "*" asks all.',
    );
    await settle(bed);
    const { hits, notes } = await ask();
    expect(hits[0]?.collection).toMatch(/^bees-/);
    expect(notes[0]).toBe('Collections "auto": 2 of 20 were asked, those whose content suits the query best; "*" asks all.');
  });

  it('is little at first, and so many collections are not all asked for that: the note says how many are not', async () => {
    await using bed = await Testbed.open();
    for (let n = 0; n < 70; n++) await bed.collection(`shelf-${n.toString()}`, [{ key: 'a', text: 'Bees find nectar.' }]);
    const { notes } = await bed.run({ query: 'bees and nectar', collections: ['auto'], limit: 1 });
    expect(notes).toContain(
      'Collections "auto": 64 of 70 were asked, those whose content suits the query best, 64 of them since too little is known of their content yet, as it is of 6 that were left out: search again in a moment; "*" asks all.',
    );
  });

  it('follows what is written and deleted', async () => {
    await using bed = await settledLibrary();
    const ask = () => bed.run({ query: 'quagga', collections: ['auto'], max_collections: 1, limit: 1 });
    expect(named(await ask(), 'searched')).not.toContain('chess-1');
    await bed.write('chess-1', { key: 'quagga', title: 'Quagga', text: 'The quagga was a zebra with few stripes.' });
    await settle(bed);
    expect((await ask()).hits[0]?.title).toBe('Quagga');
    const collection = 'chess-1__g1';
    const [found] = await bed.main.engine.findDocuments(collection, { filter: { must: [{ key: 'title', match: { value: 'Quagga' } }] } });
    if (!found) throw new Error('not written');
    await bed.main.engine.deleteDocuments({ collection, documents: [{ docId: found.docId, key: found.key, version: 1_000_000 }] });
    await settle(bed);
    const { selection } = await bed.run({ query: 'quagga', collections: ['auto'], explain: true, limit: 1 });
    expect([...(selection?.asked ?? []), ...(selection?.left_out ?? [])].every(({ terms }) => terms === 0)).toBe(true);
  });

  it('is not trusted where a collection has grown much since', async () => {
    await using bed = await settledLibrary();
    await bed.write('chess-1', { key: 'quagga', title: 'Quagga', text: 'The quagga was a zebra with few stripes.' });
    // Less time than a sketch is kept for, more than a count is.
    bed.clock.moveOn(2_000);
    await bed.run({ query: 'okapi', collections: ['auto'], limit: 1 });
    await bed.sketches.idle();
    const { selection, hits } = await bed.run({ query: 'quagga', collections: ['auto'], explain: true, limit: 1 });
    expect(hits[0]?.title).toBe('Quagga');
    expect(selection?.asked.find(({ collection }) => collection === 'chess-1')?.because).toBe('changed');
  });

  it('is not waited for by who has just written: the collection of his token is asked', async () => {
    await using bed = await settledLibrary();
    await bed.write('chess-1', { key: 'quagga', title: 'Quagga', text: 'The quagga was a zebra with few stripes.' });
    const after = formatWriteToken({ collections: { 'chess-1': 1 } });
    const answer = await bed.run({ query: 'quagga', collections: ['auto'], max_collections: 1, limit: 1, explain: true, after });
    expect(answer.hits[0]?.title).toBe('Quagga');
    expect(answer.selection?.asked.map(({ because }) => because)).toContain('written');
    const without = await bed.run({ query: 'quagga', collections: ['auto'], max_collections: 1, limit: 1 });
    expect(named(without, 'searched')).not.toContain('chess-1');
  });

  it('is not waited for by who has just had a source gone through: its collections are asked', async () => {
    await using bed = await settledLibrary();
    await bed.write('chess-1', { key: 'quagga', title: 'Quagga', text: 'The quagga was a zebra with few stripes.' });
    const source = { id: 'zoo', kind: 'folder', name: 'zoo', location: '/zoo', created_at: '2026-01-01' } as const;
    const route = { code: 'bees-0', docs: 'chess-1' };
    await bed.catalog.sources.change('zoo', () => ({ set: { ...source, route, state: 'idle', synced: 1, requested: 1 } }));
    const after = formatWriteToken({ sources: { zoo: 1, unknown: 1 } });
    const answer = await bed.run({ query: 'quagga', collections: ['auto'], max_collections: 1, limit: 1, explain: true, after });
    expect(answer.hits[0]?.title).toBe('Quagga');
    const written = answer.selection?.asked.filter(({ because }) => because === 'written').map(({ collection }) => collection);
    expect(written?.toSorted()).toEqual(['bees-0', 'chess-1']);
  });

  it('is kept in the primary engine, where another process finds it', async () => {
    await using bed = await settledLibrary();
    let kept = 0;
    for await (const { points, topics } of sketchRecords(bed.engines.primary.records).list()) {
      kept++;
      expect(points).toBeGreaterThan(0);
      expect(topics.length).toBeGreaterThan(0);
    }
    expect(kept).toBe(21);
    const scrolled: string[] = [];
    const { primary } = bed.engines;
    const scroll: Engine['scroll'] = (...args) => {
      scrolled.push('scroll');
      return primary.scroll(...args);
    };
    const engine = replaced(primary, { scroll });
    const { common, clock } = bed;
    const sketches = new CollectionSketches({ engines: new Engines(engine), common, clock });
    expect((await sketches.of(await records(bed))).every((known) => known !== undefined)).toBe(true);
    await sketches.idle();
    expect(scrolled).toEqual([]);
    // What the clock said that was set back since tells no age.
    bed.clock.moveOn(-365 * 86_400_000);
    await sketches.of(await records(bed));
    await sketches.idle();
    expect(scrolled).not.toEqual([]);
  });

  it('is nothing while an engine is away: its collections are asked, and reported', async () => {
    await using bed = await Testbed.open();
    await library(bed);
    await settle(bed);
    const broken = await bed.collection('broken', [{ key: 'a', text: 'Quagga' }], { engine: bed.second.engine });
    bed.second.break(broken, { kind: 'throws', error: permanent('ENGINE.UNAVAILABLE', 'nobody answers', { category: 'unavailable' }) });
    const answer = await bed.run({ query: 'bees and nectar', collections: ['auto'], limit: 2 });
    expect(answer.coverage.find(({ collection }) => collection === 'broken')).toMatchObject({
      status: 'failed',
      code: 'ENGINE.UNAVAILABLE',
    });
    expect(answer.hits[0]?.collection).toMatch(/^bees-/);
  });
});

async function records(bed: Testbed): Promise<readonly CollectionRecord[]> {
  const found: CollectionRecord[] = [];
  for await (const record of bed.catalog.collections.list()) found.push(record);
  return found;
}

const FIELDS: CardFields = { text: 'page_content', metadata: '' };

it('picks an adopted collection by its texts', async () => {
  await using bed = await settledLibrary();
  const texts = ['The numbat eats termites.', 'Numbats are striped marsupials of Australia.'];
  const vectors = await bed.common.embed(texts);
  bed.foreign.set('langchain', {
    name: 'langchain',
    vectors: [{ name: '', kind: 'dense', dimension: 256, distance: 'cosine' }],
    metadata: {},
    points: texts.map((text, at) => ({
      id: md5Uuid(at.toString()),
      payload: { page_content: text },
      vectors: new Map([['', vectors[at] ?? new Float32Array(256)]]),
    })),
  });
  const [template] = await records(bed);
  if (!template) throw new Error('no record');
  const record = {
    ...template,
    name: 'marsupials',
    engine: 'elsewhere',
    adopted: 'langchain',
    card: { ...template.card, vectors: { dense: '' }, fields: FIELDS },
  };
  await bed.catalog.collections.change('marsupials', () => ({ set: record }));
  await settle(bed);
  const answer = await bed.run({ query: 'what does the numbat eat', collections: ['auto'], max_collections: 1, limit: 1 });
  expect(answer.hits[0]).toMatchObject({ collection: 'marsupials', content: texts[0] });
});
