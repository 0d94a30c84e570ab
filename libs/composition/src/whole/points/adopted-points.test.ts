import {
  AdoptInput,
  CreateCollectionInput,
  DeleteInput,
  FetchInput,
  PointsInput,
  SearchRequest,
  UpsertPointsInput,
  type CallContext,
} from '@tributary/contracts';
import { eventually, findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner, startPointsBed, user, vectorOf } from './points-bed.fixture.js';

const TEXTS = [
  'The boiler is drained every spring.',
  'Slates were replaced after the storm.',
  'The cat takes a tablet every three months.',
];
const UUIDS = TEXTS.map((_, n) => `00000000-0000-4000-8000-00000000000${n.toString()}`);
const CHROMA = '/api/v2/tenants/default_tenant/databases/default_database/collections';

async function send(url: string, method: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const LIST: unknown = expect.any(Array);
const containing = (fields: object): unknown => expect.objectContaining(fields);
const textWith = (part: string): unknown => expect.stringContaining(part);

/** A collection as mcp-server-qdrant makes it. */
async function makeOnQdrant(url: string, name: string, ids: readonly (string | number)[] = UUIDS) {
  await send(`${url}/collections/${name}`, 'PUT', { vectors: { 'fast-static': { size: 256, distance: 'Cosine' } } });
  const vectors = await Promise.all(TEXTS.map(vectorOf));
  const points = TEXTS.map((text, n) => ({
    id: ids[n],
    vector: { 'fast-static': vectors[n] },
    payload: { document: text, metadata: { room: n, owner: 'ada' } },
  }));
  await send(`${url}/collections/${name}/points?wait=true`, 'PUT', { points });
  return async (id: string | number): Promise<unknown> =>
    send(`${url}/collections/${name}/points`, 'POST', { ids: [id], with_payload: true, with_vector: true });
}

/** A collection as a script makes it. */
async function makeOnChroma(url: string, name: string, ids: readonly (string | number)[] = UUIDS) {
  const made = await send(url + CHROMA, 'POST', { name });
  const id = typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';
  const embeddings = await Promise.all(TEXTS.map(vectorOf));
  const metadatas = TEXTS.map((_, room) => ({ room, owner: 'ada' }));
  await send(`${url}${CHROMA}/${id}/add`, 'POST', { ids, embeddings, documents: TEXTS, metadatas });
  return (point: string | number): Promise<unknown> =>
    send(`${url}${CHROMA}/${id}/get`, 'POST', { ids: [point], include: ['documents', 'metadatas', 'embeddings'] });
}

/** A point as the maker writes it once more. */
async function putOnQdrant(url: string, name: string, id: string | number) {
  const point = { id, vector: { 'fast-static': await vectorOf(TEXTS[0] ?? '') }, payload: { document: TEXTS[0] } };
  await send(`${url}/collections/${name}/points?wait=true`, 'PUT', { points: [point] });
}

async function putOnChroma(url: string, name: string, id: string | number) {
  const response = await fetch(`${url}${CHROMA}/${name}`);
  const made: unknown = await response.json();
  const collection = typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';
  const embeddings = [await vectorOf(TEXTS[0] ?? '')];
  await send(`${url}${CHROMA}/${collection}/add`, 'POST', { ids: [id], embeddings, documents: [TEXTS[0]] });
}

const makeEmptyOnQdrant = (url: string, name: string) =>
  send(`${url}/collections/${name}`, 'PUT', { vectors: { size: 256, distance: 'Cosine' } });
const makeEmptyOnChroma = (url: string, name: string) => send(url + CHROMA, 'POST', { name });

const ENGINES = [
  {
    name: 'qdrant',
    supply: findQdrantProgram(),
    start: startQdrantServer,
    make: makeOnQdrant,
    plainIds: [5, 42, 7],
    makeEmpty: makeEmptyOnQdrant,
    put: putOnQdrant,
    owner: 'metadata.owner',
    stored: (text: string, metadata: object) => ({
      result: [{ vector: { 'fast-static': LIST }, payload: { document: text, metadata: containing(metadata) } }],
    }),
  },
  {
    name: 'chroma',
    supply: findChromaProgram(),
    start: startChromaServer,
    make: makeOnChroma,
    plainIds: ['note9', '42', 'a/b.md'],
    makeEmpty: makeEmptyOnChroma,
    put: putOnChroma,
    owner: 'owner',
    stored: (text: string, metadata: object) => ({ documents: [text], metadatas: [containing(metadata)] }),
  },
];

describe.each(ENGINES)(
  'a collection of another program on $name',
  { timeout: 120_000 },
  ({ name: engine, supply, start, make, plainIds, makeEmpty, put, stored, owner: ownerField }) => {
    if (supply.kind === 'none') {
      it('is not tested here', (context) => context.skip(supply.reason));
      return;
    }
    let server: Awaited<ReturnType<typeof start>>;
    let bed: Awaited<ReturnType<typeof startPointsBed>>;
    let read: (id: string) => Promise<unknown>;
    beforeAll(async () => {
      server = await start(supply.command);
      read = await make(server.url, 'house');
      bed = await startPointsBed({ name: engine, settings: { type: engine, url: server.url } });
    }, 120_000);
    afterAll(async () => {
      await bed.close();
      await server.remove();
    });

    const search = async (query: string, algorithm: string, more: object = {}) =>
      (await bed.client.search(SearchRequest.parse({ query, collections: ['house'], algorithm, deadline_ms: 5000, ...more }), owner()))
        .hits;
    const get = async (input: object) => (await bed.client.getPoints(PointsInput.parse({ collection: 'house', ...input }), owner())).points;
    const upsert = (points: readonly object[]) =>
      bed.client.upsertPoints(UpsertPointsInput.parse({ collection: 'house', points }), owner());
    const remove = (input: object) => bed.client.delete(DeleteInput.parse({ collection: 'house', ...input }), owner());

    it('is read point by point while nobody has adopted it, and refuses every write with what to do', async () => {
      await eventually(async () => {
        expect((await get({ limit: 2 })).length).toBe(2);
      }, 20_000);
      expect((await get({})).map(({ content }) => content).sort()).toEqual([...TEXTS].sort());
      expect(await get({ ids: [UUIDS[1]] })).toMatchObject([{ id: UUIDS[1], content: TEXTS[1], metadata: { room: 1 } }]);
      expect(await bed.client.getStatistics('house', owner())).toMatchObject({
        engine,
        points_count: 3,
        vector_count: 3,
        vector_dimension: 256,
      });
      const refusal = { code: 'COLLECTION.NOT_ADOPTED', message: textWith(`tributary adopt ${engine} --collection house`) };
      await expect(bed.client.store({ collection: 'house', text: 'x' }, owner())).rejects.toMatchObject(refusal);
      await expect(upsert([{ text: 'x' }])).rejects.toMatchObject({ code: 'COLLECTION.NOT_ADOPTED' });
      await expect(remove({ ids: [UUIDS[0]] })).rejects.toMatchObject(refusal);
      await expect(bed.client.emptyCollection('house', owner())).rejects.toMatchObject(refusal);
    });

    it('keeps, once adopted, the layout of its maker for what is written, with original_id, and the next search finds it', async () => {
      await bed.client.adoptCollections(AdoptInput.parse({ engine, collection: 'house' }), owner());
      await eventually(async () => {
        expect((await search('storm slates', 'keyword'))[0]?.content).toBe(TEXTS[1]);
      }, 20_000);
      const text = 'The zeppelin is moored behind the barn.';
      const { ids, token } = await upsert([{ id: 'house:barn:1', text, payload: { room: 9, title: 'Barn' } }]);
      expect(await read(ids[0] ?? '')).toMatchObject(stored(text, { room: 9, title: 'Barn', original_id: 'house:barn:1' }));
      for (const algorithm of ['keyword', 'semantic'])
        expect((await search('zeppelin', algorithm, { after: token }))[0]?.content).toBe(text);
      expect(await get({ ids: ['house:barn:1'] })).toMatchObject([{ id: ids[0], original_id: 'house:barn:1', content: text }]);
      const noted = await bed.client.store(
        { collection: 'house', text: 'Spare keys hang beside the xylophone.', metadata: { room: 4 } },
        owner(),
      );
      expect(await read(noted.point_id)).toMatchObject(stored('Spare keys hang beside the xylophone.', { room: 4 }));
      expect((await search('xylophone', 'keyword'))[0]?.id).toBe(noted.point_id);
    });

    it('hands out what was stored under the address that the store answered, and under that of the hit', async () => {
      const text = 'The lawn mower lives in the quonset.';
      const { uri } = await bed.client.store({ collection: 'house', text }, owner());
      const [hit] = await search('quonset', 'keyword');
      for (const address of [uri, hit?.uri ?? ''])
        expect(await bed.client.fetch(FetchInput.parse({ uri: address }), owner())).toMatchObject({ uri: address, content: text });
    });

    it('is not hidden behind a new one of its name where it cannot be read, being empty', async () => {
      await makeEmpty(server.url, 'attic');
      await eventually(async () => {
        const listed = await bed.client.listCollections(owner());
        expect(listed.find(({ name }) => name === 'attic')).toMatchObject({ status: 'failed' });
      }, 20_000);
      await expect(bed.client.getCollection('attic', owner())).rejects.toMatchObject({
        message: textWith(`The collection attic cannot be read: The collection attic on ${engine} is empty`),
      });
      await expect(bed.client.store({ collection: 'attic', text: 'x' }, owner())).rejects.toMatchObject({
        code: 'COLLECTION.NOT_ADOPTED',
        message: textWith(`The collection attic on ${engine} is empty`),
      });
      expect((await bed.client.listCollections(owner())).find(({ name }) => name === 'attic')).toMatchObject({ engine });
    });

    it('lets a point of its maker be replaced under its id, by text or by vector', async () => {
      const { ids } = await upsert([{ id: UUIDS[2], text: 'The dog takes a quinine tablet.' }]);
      expect(ids).toEqual([UUIDS[2]]);
      expect((await search('quinine', 'keyword'))[0]).toMatchObject({ id: UUIDS[2] });
      expect((await search('cat', 'keyword')).map(({ id }) => id)).not.toContain(UUIDS[2]);
      const vector = await vectorOf('A kingfisher dives for minnows.');
      await upsert([{ id: UUIDS[2], vector, payload: { content: 'zzz' } }]);
      expect((await search('kingfisher diving for fish', 'semantic'))[0]).toMatchObject({ id: UUIDS[2], content: 'zzz' });
    });

    it('loses what is deleted by id or by filter, at once and for every lane', async () => {
      expect(await remove({ ids: ['house:barn:1'] })).toMatchObject({ documents: 1 });
      expect(await search('zeppelin', 'keyword')).toEqual([]);
      expect(await get({ ids: ['house:barn:1'] })).toEqual([]);
      expect(await remove({ filter: { must: [{ key: 'metadata.room', match: { value: 0 } }] } })).toMatchObject({ documents: 1 });
      expect(await get({ ids: [UUIDS[0]] })).toEqual([]);
      await expect(remove({ filter: {} })).rejects.toMatchObject({ code: 'DELETE.EMPTY_FILTER' });
    });

    it('replaces, hands out and deletes what its maker calls by an id of his own, and nothing beside it', async () => {
      const readPlain = await make(server.url, 'products', plainIds);
      await bed.client.adoptCollections(AdoptInput.parse({ engine, collection: 'products' }), owner());
      const [first = '', second = '', third = ''] = plainIds;
      const content = 'The gramophone is wound up on Sundays.';
      const handed = { v: 1 as const, collection: 'products', id: first.toString(), content };
      expect(await bed.client.ingestDocuments([handed], owner())).toMatchObject([{ status: 'accepted' }]);
      await eventually(async () => {
        expect(await readPlain(first)).toMatchObject(stored(content, { original_id: first.toString() }));
      }, 20_000);
      const text = 'The metronome stands on the piano.';
      const store = () => bed.client.store({ collection: 'products', text, id: second.toString() }, owner());
      const { uri, point_id } = await store();
      expect([point_id, (await store()).point_id]).toEqual([second.toString(), second.toString()]);
      expect(await readPlain(second)).toMatchObject(stored(text, { original_id: second.toString() }));
      expect(await bed.client.fetch(FetchInput.parse({ uri }), owner())).toMatchObject({ content: text });
      const points = async () => (await bed.client.getPoints(PointsInput.parse({ collection: 'products' }), owner())).points;
      expect((await points()).map(({ id }) => id).toSorted()).toEqual(plainIds.map(String).toSorted());
      const take = (more: object) =>
        bed.client.delete(DeleteInput.parse({ collection: 'products', ids: [first.toString()], ...more }), owner());
      expect(await take({ dry_run: true })).toMatchObject({ documents: 1, chunks: 1 });
      const left = [second, third].map(String).toSorted();
      expect(await take({})).toMatchObject({ documents: 1, chunks: 1 });
      expect((await points()).map(({ id }) => id).toSorted()).toEqual(left);
      await put(server.url, 'products', first);
      expect(await take({})).toMatchObject({ documents: 1, chunks: 1 });
      expect((await points()).map(({ id }) => id).toSorted()).toEqual(left);
      expect(await take({})).toMatchObject({ documents: 0 });
    });

    it('makes no point of a text with nothing to read: it is refused, or deletes what was stored', async () => {
      const [, , third = ''] = plainIds;
      const hand = (id: string, content: string, version: number) =>
        bed.client.ingestDocuments([{ v: 1, collection: 'products', id, content, version }], owner());
      const get = async () => (await bed.client.getPoints(PointsInput.parse({ collection: 'products' }), owner())).points;
      const before = (await get()).map(({ id }) => id);
      const refused = { status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } };
      for (const id of ['new', third.toString()]) expect(await hand(id, '  ', 2)).toMatchObject([refused]);
      await expect(bed.client.store({ collection: 'products', text: '  ' }, owner())).rejects.toMatchObject({ code: 'DOCUMENT.NO_TEXT' });
      expect((await get()).map(({ id }) => id)).toEqual(before);
      expect(await hand('new', 'The barometer falls.', 3)).toMatchObject([{ status: 'accepted' }]);
      await eventually(async () => {
        expect((await get()).map(({ content }) => content)).toContain('The barometer falls.');
      }, 20_000);
      expect(await hand('new', ' \u200b', 4)).toMatchObject([{ status: 'accepted', note: textWith('is deleted') }]);
      expect((await get()).map(({ id }) => id)).toEqual(before);
      const taken = await bed.client.delete(DeleteInput.parse({ collection: 'products', ids: [third.toString()] }), owner());
      expect(taken).toMatchObject({ documents: 1, chunks: 1 });
      expect((await get()).map(({ id }) => id)).toEqual(before.filter((id) => id !== third.toString()));
    });

    it('answers where a text is also to a token that may write and not read, and leaves the points of the maker alone', async () => {
      const [plain = '', , third = ''] = plainIds;
      const made = [plain, UUIDS[1] ?? '', third];
      await make(server.url, 'locked', made);
      await bed.client.adoptCollections(AdoptInput.parse({ engine, collection: 'locked' }), owner());
      const { principal, signal } = owner();
      const blind = {
        signal,
        principal: { ...principal, unrestricted: false, scopes: ['admin', 'documents:write'], collections: ['lock*'] },
      };
      const own: string[] = [];
      for (const id of made.slice(0, 2).map(String)) {
        const text = `The sextant of ${id} hangs in the hall.`;
        const { point_id } = await bed.operations.store({ collection: 'locked', id, text }, blind);
        const { points } = await bed.client.getPoints(PointsInput.parse({ collection: 'locked' }), owner());
        expect(points.find(({ content }) => content === text)?.id).toBe(point_id);
        own.push(point_id);
        expect(points.map((point) => point.id).toSorted()).toEqual([...own, ...made.map(String)].toSorted());
      }
    });

    it('refuses what it cannot keep: rows of one user, and vectors of another model', async () => {
      const store = (context: CallContext) => bed.operations.store({ collection: 'house', text: 'private' }, context);
      // Whose its rows are nothing says, so that it is open to a user only where a grant names it.
      await expect(store(user('ada'))).rejects.toMatchObject({ code: 'ACCESS.DENIED' });
      const granted = user('ada');
      const mine = store({ ...granted, principal: { ...granted.principal, collections: ['house'] } });
      await expect(mine).rejects.toMatchObject({ code: 'COLLECTION.FIELD_UNMAPPED' });
      const again = await bed.client.store(
        { collection: 'house', text: 'Spare keys hang beside the xylophone.', metadata: { room: 4 } },
        owner(),
      );
      expect(await read(again.point_id)).toMatchObject(stored('Spare keys hang beside the xylophone.', { room: 4 }));
      await expect(upsert([{ vector: [1, 2, 3] }])).rejects.toMatchObject({ code: 'ENGINE.DIMENSION_MISMATCH' });
    });

    it('says nothing of one that was found to who may not know of it, and gives its name to nobody', async () => {
      await make(server.url, 'strange');
      await bed.operations.listCollections(owner());
      const asked = (context: CallContext) => [
        bed.operations.store({ collection: 'strange', text: 'x' }, context),
        bed.operations.createCollection(CreateCollectionInput.parse({ name: 'strange' }), context),
      ];
      const message = 'The token does not open the collection strange: choose another one.';
      for (const refused of asked(user('ada'))) await expect(refused).rejects.toMatchObject({ code: 'ACCESS.DENIED', message });
      for (const refused of asked(owner())) await expect(refused).rejects.toMatchObject({ code: 'COLLECTION.NOT_ADOPTED' });
    });

    it('keeps rows of its users apart where its card says whose they are', async () => {
      const readOwned = await make(server.url, 'owned');
      await bed.client.adoptCollections(AdoptInput.parse({ engine, collection: 'owned', fields: { user_id: ownerField } }), owner());
      const [ada, bob] = [user('ada'), user('bob')];
      const input = PointsInput.parse({ collection: 'owned' });
      expect((await bed.operations.getPoints(input, ada)).points.length).toBe(3);
      expect((await bed.operations.getPoints(input, bob)).points).toEqual([]);
      const replace = UpsertPointsInput.parse({ collection: 'owned', points: [{ id: UUIDS[0], text: 'Bob was here.' }] });
      await expect(bed.operations.upsertPoints(replace, bob)).rejects.toMatchObject({ code: 'DOCUMENT.ID_TAKEN' });
      expect(await readOwned(UUIDS[0] ?? '')).toMatchObject(stored(TEXTS[0] ?? '', {}));
      const { ids } = await bed.operations.upsertPoints(
        UpsertPointsInput.parse({ collection: 'owned', points: [{ text: 'Bob’s own.' }] }),
        bob,
      );
      expect(await readOwned(ids[0] ?? '')).toMatchObject(stored('Bob’s own.', { owner: 'bob' }));
      expect((await bed.operations.getPoints(input, bob)).points.map(({ content }) => content)).toEqual(['Bob’s own.']);
      expect(await bed.operations.emptyCollection('owned', bob)).toEqual({ points: 1 });
    });

    it('stands beside one of ours, whose points are read, written and counted alike', async () => {
      await bed.client.createCollection(CreateCollectionInput.parse({ name: 'own', engine }), owner());
      const vector = await vectorOf('A kingfisher dives for minnows.');
      const points = [
        { id: 'own:text:1', text: 'The tax return is due in May.' },
        { vector, payload: { kind: 'bird' } },
      ];
      const { ids } = await bed.client.upsertPoints(UpsertPointsInput.parse({ collection: 'own', points }), owner());
      const request = PointsInput.parse({ collection: 'own', ids: ['own:text:1', ids[1]] });
      const read = await bed.client.getPoints(request, owner());
      expect(read.points).toMatchObject([
        { id: ids[0], original_id: 'own:text:1' },
        { id: ids[1], metadata: { kind: 'bird' } },
      ]);
      expect(await bed.client.getStatistics('own', owner())).toMatchObject({ engine_kind: engine, points_count: 2, vector_dimension: 256 });
      expect(await bed.client.emptyCollection('own', owner())).toEqual({ points: 2 });
    });

    it('is emptied and stays', async () => {
      const before = await get({});
      expect(await bed.client.emptyCollection('house', owner())).toEqual({ points: before.length });
      expect(await get({})).toEqual([]);
      expect(await bed.client.getCollection('house', owner())).toMatchObject({ foreign: 'adopted', chunks: 0 });
    });
  },
);
