import { CreateCollectionInput, DeleteInput, PointsInput, SearchRequest, UpsertPointsInput } from '@tributary/contracts';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import { eventually, findQdrantProgram, startQdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner, startPointsBed, user, vectorOf } from './points-bed.fixture.js';

const ID = 'qdrant_ecosystem:new_docs:optimization.md:chunk:0';
const POINT_ID = 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526';

const ENGINES = [
  {
    name: 'embedded',
    supply: { kind: 'program' as const, command: '' },
    open: () => Promise.resolve({ settings: { type: 'embedded' }, remove: () => Promise.resolve() }),
  },
  {
    name: 'qdrant',
    supply: findQdrantProgram(),
    open: async (command: string) => {
      const server = await startQdrantServer(command);
      return { settings: { type: 'qdrant', url: server.url }, remove: () => server.remove() };
    },
  },
];

describe.each(ENGINES)('points on $name, over HTTP', { timeout: 120_000 }, ({ name: engine, supply, open }) => {
  if (supply.kind === 'none') {
    it('are not tested here', (context) => context.skip(supply.reason));
    return;
  }
  let server: Awaited<ReturnType<typeof open>>;
  let bed: Awaited<ReturnType<typeof startPointsBed>>;
  beforeAll(async () => {
    server = await open(supply.command);
    bed = await startPointsBed({ name: engine, settings: server.settings });
  }, 120_000);
  afterAll(async () => {
    await bed.close();
    await server.remove();
  });

  const create = (input: object) => bed.client.createCollection(CreateCollectionInput.parse({ engine, ...input }), owner());
  const upsert = (collection: string, points: readonly object[], context = owner()) =>
    (context.principal.unrestricted ? bed.client : bed.operations).upsertPoints(UpsertPointsInput.parse({ collection, points }), context);
  const get = (input: object, context = owner()) =>
    (context.principal.unrestricted ? bed.client : bed.operations).getPoints(PointsInput.parse(input), context);
  const search = (collection: string, query: string, more: object = {}) =>
    bed.client.search(SearchRequest.parse({ collections: [collection], query, deadline_ms: 5000, ...more }), owner());

  it('makes a collection with the vector that is asked for, and refuses one that is there or whose model makes others', async () => {
    const made = await create({ name: 'made', description: 'Notes.', vector: { name: 'fast-static', dimension: 256, distance: 'cosine' } });
    expect(made).toMatchObject({ name: 'made', engine, description: 'Notes.', chunks: 0, model: { name: 'static', dimension: 256 } });
    if ('url' in server.settings)
      expect(await (await fetch(new URL('/aliases', server.settings.url))).json()).toMatchObject({
        result: { aliases: [{ alias_name: 'made', collection_name: 'made__g1' }] },
      });
    await expect(create({ name: 'made' })).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
    await expect(create({ name: 'other', vector: { name: 'dense', dimension: 384 } })).rejects.toMatchObject({ code: 'MODEL.MISMATCH' });
    await expect(create({ name: 'other', vector: { name: 'dense', distance: 'dot' } })).rejects.toMatchObject({ code: 'MODEL.MISMATCH' });
    await expect(create({ name: 'other', model: 'nothing' })).rejects.toMatchObject({ code: 'EMBEDDER.UNKNOWN' });
    await expect(create({ name: 'other', engine: 'nowhere' })).rejects.toMatchObject({ code: 'ENGINE.UNKNOWN' });
    await expect(bed.client.getCollection('other', owner())).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });

  it('keeps text, id, known fields at their places and all others under metadata, searchable when it answers', async () => {
    await create({ name: 'qdrant_ecosystem', vector: { name: 'fast-static' } });
    const payload = {
      title: 'Optimising',
      path: 'new_docs/optimization.md',
      tags: ['a'],
      created_at: '2026-01-02',
      stars: 3,
      metadata: { by: 'ada' },
    };
    const answer = await upsert('qdrant_ecosystem', [{ id: ID, text: 'Turn on quantisation to save memory.', payload }]);
    expect(answer).toMatchObject({ ids: [POINT_ID], searchable: true });
    const expected = { id: POINT_ID, original_id: ID, title: 'Optimising', path: payload.path, tags: ['a'], created_at: '2026-01-02' };
    for (const id of [ID, POINT_ID]) {
      const { points } = await get({ collection: 'qdrant_ecosystem', ids: [id, 'nothing'] });
      expect(points).toMatchObject([{ ...expected, content: 'Turn on quantisation to save memory.', metadata: { stars: 3, by: 'ada' } }]);
    }
    const { hits } = await search('qdrant_ecosystem', 'quantisation memory', { after: answer.token });
    expect(hits).toMatchObject([{ id: POINT_ID, title: 'Optimising' }]);
    const fetched = await bed.client.fetch({ uri: hits[0]?.uri ?? '', token_budget: 1000 }, owner());
    expect(fetched.content).toBe('Turn on quantisation to save memory.');
  });

  it('replaces a point under any of its ids, in place', async () => {
    await create({ name: 'again' });
    const uuid = '11111111-2222-4333-8444-555555555555';
    const { ids } = await upsert('again', [{ id: uuid, text: 'one' }, { id: 7, text: 'seven' }, { text: 'two' }]);
    expect(ids[0]).toBe(uuid);
    const second = await upsert('again', [
      { id: uuid, text: 'uno' },
      { id: 7, text: 'sette' },
      { id: ids[2] ?? '', text: 'due' },
    ]);
    expect(second.ids).toEqual(ids);
    const { points } = await get({ collection: 'again' });
    expect(points.map(({ content }) => content).sort()).toEqual(['due', 'sette', 'uno']);
    const stored = await bed.client.store({ collection: 'again', text: 'three', id: 'three' }, owner());
    const third = await upsert('again', [{ id: stored.point_id, text: 'tre' }]);
    expect(third.ids).toEqual([stored.point_id]);
    expect((await get({ collection: 'again', ids: ['three'] })).points).toMatchObject([{ id: stored.point_id, content: 'tre' }]);
  });

  it('keeps one of several points that are written to one new id at once, where they are only for what is new', async () => {
    await create({ name: 'new' });
    const write = (text: string) =>
      bed.client.upsertPoints(UpsertPointsInput.parse({ collection: 'new', points: [{ id: 'a', text }], only_new: true }), owner());
    const told = await Promise.allSettled(['one', 'two', 'three'].map(write));
    const refused = told.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'DOCUMENT.ID_TAKEN' } }, { reason: { code: 'DOCUMENT.ID_TAKEN' } }]);
    const kept = ['one', 'two', 'three'][told.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    expect((await get({ collection: 'new' })).points.map(({ content }) => content)).toEqual([kept]);
    expect(await write(kept)).toMatchObject({ searchable: true });
  });

  it('puts no point over one of another user, whose id was guessed', async () => {
    await create({ name: 'guessed' });
    const his = await bed.operations.store({ collection: 'guessed', id: 'plan', text: 'The plan of bob.' }, user('bob'));
    const over = upsert('guessed', [{ id: his.point_id, text: 'The plan of ada.' }], user('ada'));
    await expect(over).rejects.toMatchObject({ code: 'DOCUMENT.ID_TAKEN', category: 'conflict' });
    const { points } = await get({ collection: 'guessed' }, user('bob'));
    expect(points.map(({ content }) => content)).toEqual(['The plan of bob.']);
    expect((await get({ collection: 'guessed' }, user('ada'))).points).toEqual([]);
  });

  it('lets nobody take the place of a document that another user will store', async () => {
    await create({ name: 'later' });
    const place = md5Uuid(chunkOriginalId({ collection: 'later', key: 'plan', chunk: 0 }));
    await upsert('later', [{ id: place, text: 'Taken by bob.' }], user('bob'));
    const stored = await bed.operations.store({ collection: 'later', id: 'plan', text: 'The plan of ada.' }, user('ada'));
    expect(stored).toMatchObject({ point_id: place, searchable: true });
    expect((await get({ collection: 'later', ids: [place] }, user('ada'))).points.map(({ content }) => content)).toEqual([
      'The plan of ada.',
    ]);
    await expect(upsert('later', [{ id: place, text: 'Taken again.' }], user('bob'))).rejects.toMatchObject({ code: 'DOCUMENT.ID_TAKEN' });
    await bed.operations.delete(DeleteInput.parse({ collection: 'later', ids: [place] }), user('bob'));
    expect((await get({ collection: 'later' }, user('ada'))).points.map(({ content }) => content)).toEqual(['The plan of ada.']);
  });

  it('stores a vector as it is given, found by what it says and not by what its text says', async () => {
    await create({ name: 'vectors', vector: { name: 'fast-static' } });
    const vector = await vectorOf('A kingfisher dives for minnows.');
    const { ids } = await upsert('vectors', [
      { id: 'bird', vector: vector.map((x) => 3 * x), payload: { content: 'zzz', kind: 'bird' } },
      { id: 'mute', vector: await vectorOf('Bread rises overnight in the cellar.') },
      { id: 'text', text: 'The tax return is due in May.' },
    ]);
    const found = await search('vectors', 'kingfisher diving for fish', { algorithm: 'semantic', explain: true });
    expect(found.hits[0]).toMatchObject({ id: ids[0], content: 'zzz' });
    expect(found.hits[0]?.explanation?.lanes['semantic']?.score).toBeGreaterThan(0.4);
    expect((await search('vectors', 'bread rising overnight', { algorithm: 'semantic' })).hits[0]).toMatchObject({
      id: ids[1],
      content: '',
    });
    await upsert('vectors', [{ id: 'bird', text: 'zzz' }]);
    const embedded = await search('vectors', 'kingfisher diving for fish', { algorithm: 'semantic', explain: true });
    const score = embedded.hits.find(({ id }) => id === ids[0])?.explanation?.lanes['semantic']?.score ?? 0;
    expect(score).toBeLessThan(0.3);
  });

  it('goes through all points that fit a filter, page by page', async () => {
    await create({ name: 'pages' });
    await upsert(
      'pages',
      Array.from({ length: 25 }, (_, n) => ({ id: `p${n.toString()}`, text: `Text ${n.toString()}`, payload: { odd: n % 2 === 1 } })),
    );
    const filter = { must: [{ key: 'metadata.odd', match: { value: true } }] };
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await get({ collection: 'pages', filter, limit: 5, ...(next === undefined ? {} : { next }) });
      seen.push(...page.points.map(({ original_id = '' }) => original_id));
      next = page.next;
    } while (next !== undefined);
    expect(seen.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `p${(2 * n + 1).toString()}`).toSorted());
  });

  it('shows a user his points and those of nobody, and keeps those of others out of his reach', async () => {
    await create({ name: 'shared' });
    const [ada, bob] = [user('ada'), user('bob')];
    const { ids } = await upsert('shared', [{ id: 'hers', text: 'Ada’s secret heron.' }], ada);
    await upsert('shared', [{ id: 'his', text: 'Bob’s secret heron.' }], bob);
    await upsert('shared', [{ id: 'all', text: 'Everybody’s heron.' }]);
    const contents = async (context: ReturnType<typeof user>) =>
      (await get({ collection: 'shared' }, context)).points.map(({ content }) => content).sort();
    expect(await contents(ada)).toEqual(['Ada’s secret heron.', 'Everybody’s heron.']);
    expect((await get({ collection: 'shared', ids: ['hers', ids[0] ?? ''] }, bob)).points).toEqual([]);
    expect(await bed.operations.getStatistics('shared', bob)).toMatchObject({ points_count: 2, vector_count: null });
    await expect(upsert('shared', [{ id: 'hers', text: 'Bob was here.' }], bob)).rejects.toMatchObject({ code: 'DOCUMENT.ID_TAKEN' });
    expect(await bed.operations.emptyCollection('shared', bob)).toEqual({ points: 2 });
    expect(await contents(ada)).toEqual(['Ada’s secret heron.']);
  });

  it('empties a collection and keeps it, and counts what is in it', async () => {
    await create({ name: 'emptied', vector: { name: 'fast-static' } });
    await upsert('emptied', [{ text: 'one' }, { text: 'two' }]);
    const told = await bed.client.getStatistics('emptied', owner());
    expect(told).toMatchObject({
      name: 'emptied',
      engine,
      engine_kind: engine,
      points_count: 2,
      vector_dimension: 256,
      distance: 'COSINE',
    });
    if (engine === 'qdrant') expect(told).toMatchObject({ status: 'green', vector_count: 2, segments_count: 1 });
    expect(await bed.client.emptyCollection('emptied', owner())).toEqual({ points: 2 });
    expect(await bed.client.getCollection('emptied', owner())).toMatchObject({ chunks: 0 });
    expect((await get({ collection: 'emptied' })).points).toEqual([]);
    await upsert('emptied', [{ text: 'one' }]);
    expect((await get({ collection: 'emptied' })).points).toMatchObject([{ content: 'one' }]);
  });

  // The same before any engine is asked.
  if (engine !== 'embedded') return;

  it('refuses to put a point in the place of a later passage', async () => {
    await create({ name: 'long' });
    const text = Array.from(
      { length: 40 },
      (_, n) => `Paragraph ${n.toString()} says something of its own at some length, so that it is a passage.`,
    ).join('\n\n');
    const { ids } = await upsert('long', [{ id: 'book', text }]);
    const { points } = await get({ collection: 'long', limit: 1000 });
    expect(points.length).toBeGreaterThan(1);
    expect(points.find(({ id }) => id === ids[0])).toMatchObject({ chunk_index: 0, original_id: 'book', total_chunks: points.length });
    const later = points.find(({ chunk_index }) => chunk_index === 1)?.id ?? '';
    await expect(upsert('long', [{ id: later, text: 'x' }])).rejects.toMatchObject({ code: 'POINT.OF_DOCUMENT' });
  });

  it('refuses vectors of another dimension, without direction or with numbers that are none, and points of nothing', async () => {
    await create({ name: 'strict' });
    const refused = (point: object) => bed.operations.upsertPoints({ collection: 'strict', points: [point] }, owner());
    await expect(refused({ vector: [1, 2, 3] })).rejects.toMatchObject({ code: 'ENGINE.DIMENSION_MISMATCH' });
    await expect(refused({ vector: new Array<number>(256).fill(0) })).rejects.toMatchObject({ code: 'ENGINE.VECTOR_INVALID' });
    await expect(refused({ vector: [Number.NaN, ...new Array<number>(255).fill(1)] })).rejects.toMatchObject({
      code: 'ENGINE.VECTOR_INVALID',
    });
    await expect(refused({ payload: { kind: 'x' } })).rejects.toMatchObject({ code: 'POINT.NO_CONTENT' });
    await expect(refused({ text: 'x', payload: { acl: 'ada' } })).rejects.toMatchObject({ code: 'POINT.INVALID' });
    await expect(upsert('nowhere', [{ text: 'x' }])).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    expect((await get({ collection: 'strict' })).points).toEqual([]);
  });

  it('refuses texts with nothing to read in them, and keeps what is there', async () => {
    await create({ name: 'read' });
    await upsert('read', [{ id: 'note', text: 'The quay.' }]);
    const noText = { code: 'DOCUMENT.NO_TEXT', category: 'invalid' };
    await expect(upsert('read', [{ id: 'note', text: '  ' }])).rejects.toMatchObject(noText);
    const kept = { collection: 'read', id: 'note' };
    await expect(bed.operations.store({ ...kept, text: '\u200b' }, owner())).rejects.toMatchObject(noText);
    expect((await get({ collection: 'read' })).points.map(({ content }) => content)).toEqual(['The quay.']);
  });

  it('says which secrets of a text that is stored are kept masked, each time', async () => {
    const key = ['AKIA', 'Q7RZ2XW4KTN5VB3M'].join('');
    const store = (text: string) => bed.operations.store({ collection: 'secrets', id: 'key', text }, owner());
    expect((await store(`My key is ${key}.`)).masked).toEqual({ 'aws-access-key': 1 });
    expect((await store(`My key is ${key}.`)).masked).toEqual({ 'aws-access-key': 1 });
    expect((await get({ collection: 'secrets' })).points.map(({ content }) => content).join()).not.toContain(key);
    expect(await store('My key is at home.')).not.toHaveProperty('masked');
  });

  it('answers what is wrong as a problem', async () => {
    const response = await fetch(`${bed.url}/api/collections/emptied/points`, { method: 'DELETE' });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 400, code: 'COLLECTION.CONFIRM' });
  });

  it('tell whose they are to him, and to others that they are not for everybody', async () => {
    const documents = [
      { id: 'ada', content: 'The harbour.', user_id: 'ada', acl: ['user:ada'] },
      { id: 'shared', content: 'The quay.', acl: ['user:ada', 'group:crew'] },
      { id: 'open', content: 'The pier.' },
    ].map((document) => ({ v: 1 as const, collection: 'kept', ...document }));
    await create({ name: 'kept' });
    await bed.client.ingestDocuments(documents, owner());
    await eventually(async () => (await get({ collection: 'kept' })).points.length === 3);
    const readers = async (context = owner()) => {
      const { points } = await get({ collection: 'kept' }, context);
      return Object.fromEntries(points.map(({ content, user_id, acl, restricted }) => [content, { user_id, acl, restricted }]));
    };
    expect(await readers(user('ada'))).toEqual({
      'The harbour.': { user_id: 'ada', acl: ['user:ada'] },
      'The quay.': { restricted: true },
      'The pier.': {},
    });
    expect(await readers()).toEqual({
      'The harbour.': { user_id: 'ada', acl: ['user:ada'] },
      'The quay.': { acl: ['user:ada', 'group:crew'] },
      'The pier.': {},
    });
  });
});
