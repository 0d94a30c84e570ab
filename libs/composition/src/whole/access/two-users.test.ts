import {
  CollectionMap,
  CollectionSummary,
  DocumentOutcome,
  FetchAnswer,
  PlaceAnswer,
  PointsAnswer,
  Problem,
  SearchAnswer,
  StoreAnswer,
  WhyNotAnswer,
} from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed, type Answered } from './access-bed.fixture.js';

/** Words that nobody else writes: whoever must not see a row must not see its word either. */
const [OF_ADA, OF_BOB, OF_BOARD, OF_VAULT] = ['kestrelquux', 'ospreyzalm', 'merlingrobe', 'harrierpelt'];
const [ADA, BOB, GUARD] = [tokenOf('ada'), tokenOf('bob'), tokenOf('guard')];
const BOBS = 'tributary://notes/bobs-plan';

const writes = ['search:read', 'documents:write'];
let bed: AccessBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  bed = await openAccessBed(
    {
      ada: { scopes: writes, userId: 'ada', groups: ['staff'] },
      bob: { scopes: writes, userId: 'bob', groups: ['staff', 'board'] },
      guard: { scopes: writes, collections: ['notes', 'logs-*'] },
      clerk: { scopes: [...writes, 'admin'], collections: ['shop-docs'] },
      keeper: { scopes: [...writes, 'admin'], collections: ['notes', 'logs-*'] },
    },
    [{ path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' }],
  );
  const store = (token: string, body: object) => bed.call(token, '/api/store', body);
  await store(ADA, { text: `The plan of the spring fair, kept by ${OF_ADA}.`, id: 'adas-plan', collection: 'notes', title: 'Plan' });
  await store(BOB, {
    text: `The plan of the spring fair, kept by ${OF_BOB}.`,
    id: 'bobs-plan',
    collection: 'notes',
    title: `Plan ${OF_BOB}`,
  });
  await store(bed.owner, { text: 'The plan of the spring fair hangs on the board in the hall.', id: 'public', collection: 'notes' });
  await store(bed.owner, { text: `The plan of the vault, kept by ${OF_VAULT}.`, collection: 'vault' });
  await bed.call(bed.owner, '/api/documents', {
    documents: [{ v: 1, collection: 'notes', id: 'boards', content: `The plan of the board is ${OF_BOARD}.`, acl: ['group:board'] }],
  });
  await eventually(async () => hitsOf(await search(BOB)).includes('tributary://notes/boards#0'));
});
afterAll(async () => {
  await bed.close();
  await folder.remove();
});

const search = (token: string, over: object = {}) =>
  bed.call(token, '/api/search', { query: 'plan of the spring fair', limit: 50, deadline_ms: 10_000, ...over });
const hitsOf = ({ text }: Answered) => SearchAnswer.parse(JSON.parse(text)).hits.map(({ uri }) => uri);
const Sources = z.object({ sources: z.array(z.object({ id: z.string(), state: z.string(), collections: z.array(z.string()) })) });
const Jobs = z.object({ jobs: z.array(z.object({ id: z.string(), label: z.string().optional() })) });
const problemOf = ({ text }: Answered) => Problem.parse(JSON.parse(text));
const collectionsOf = ({ text }: Answered) => z.object({ collections: z.array(CollectionSummary) }).parse(JSON.parse(text)).collections;

/** Nothing of what only Bob and the board may read. */
function expectClean(answers: readonly Answered[]): void {
  for (const { text } of answers) expect(text).not.toMatch(new RegExp(`${OF_BOB}|${OF_BOARD}`, 'i'));
}

describe('of two users and a group each', () => {
  it('finds his own rows, those of his groups and everybody’s, whichever way he asks', async () => {
    const algorithms = ['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'];
    for (const algorithm of algorithms) {
      const answer = await search(ADA, { algorithm, explain: true, context: 'full_note' });
      expect(hitsOf(answer)).toEqual(expect.arrayContaining(['tributary://notes/adas-plan#0', 'tributary://notes/public#0']));
      expectClean([answer]);
    }
    expect(hitsOf(await search(BOB))).toEqual(expect.arrayContaining([`${BOBS}#0`, 'tributary://notes/boards#0']));
    expect((await search(BOB)).text).not.toContain(OF_ADA);
  });

  it('gets nothing of the other by filter, by a guessed word, or by asking why', async () => {
    const ofBob = await search(ADA, { filter: { must: [{ key: 'user_id', match: { value: 'bob' } }] } });
    const answers = [
      await search(ADA, { filter: { should: [{ key: 'acl', match: { any: ['group:board'] } }, { is_empty: { key: 'nothing' } }] } }),
      await search(ADA, { query: 'ospreyzaln merlingrobes' }),
      await search(ADA, { query: 'kept by', collections: ['auto'], explain: true }),
    ];
    expectClean([ofBob, ...answers]);
    expect(hitsOf(ofBob)).toEqual([]);
    const why = await bed.call(ADA, '/api/why-not', { query: 'plan of the spring fair', uri: BOBS });
    const never = await bed.call(ADA, '/api/why-not', { query: 'plan of the spring fair', uri: 'tributary://notes/never-was' });
    expectClean([why]);
    expect(WhyNotAnswer.parse(JSON.parse(why.text)).verdict).toBe('unknown');
    expect(why.text.replaceAll('bobs-plan', 'never-was')).toBe(never.text);
  });

  it('reads no document of the other: it is not there, in the same words as one that never was', async () => {
    const missing = (uri: string) => [
      bed.call(ADA, '/api/fetch', { uri }),
      bed.send(ADA, `/api/documents?uri=${encodeURIComponent(uri)}`, { method: 'GET' }),
      bed.mcp(ADA, 'tools/call', { name: 'fetch', arguments: { uri } }),
      bed.mcp(ADA, 'resources/read', { uri }),
    ];
    const [bobs, boards, never] = await Promise.all(
      [BOBS, 'tributary://notes/boards', 'tributary://notes/never-was'].map((uri) => Promise.all(missing(uri))),
    );
    expectClean([...(bobs ?? []), ...(boards ?? [])]);
    const without = (answers: readonly Answered[] = [], id: string) =>
      answers.map(({ status, text }) => [status, text.replaceAll(id, 'x')]);
    expect(without(bobs, 'bobs-plan')).toEqual(without(never, 'never-was'));
    expect(without(boards, 'boards')).toEqual(without(never, 'never-was'));
  });

  it('counts only what he sees', async () => {
    const documents = async (token: string) =>
      collectionsOf(await bed.call(token, '/api/collections')).find(({ name }) => name === 'notes');
    expect(await documents(ADA)).toMatchObject({ documents: 2, chunks: 2 });
    expect(await documents(BOB)).toMatchObject({ documents: 3, chunks: 3 });
    expect(await documents(GUARD)).toMatchObject({ documents: 1, chunks: 1 });
    expect(await documents(bed.owner)).toMatchObject({ documents: 4, chunks: 4 });
    const one = await bed.call(ADA, '/api/collections/notes');
    expect(CollectionSummary.parse(JSON.parse(one.text))).toMatchObject({ documents: 2, chunks: 2 });
    const resource = await bed.mcp(ADA, 'resources/read', { uri: 'tributary://notes' });
    const listed = await bed.mcp(ADA, 'tools/call', { name: 'list_collections', arguments: {} });
    expect(listed.text).toContain('notes · 2 documents, 2 chunks');
    expectClean([one, resource, listed]);
  });

  it('sees his own points on a map, and places no other’s on it', async () => {
    const map = '/api/collections/notes/map';
    const points = async (token: string) =>
      PointsAnswer.parse(JSON.parse((await bed.call(token, '/api/collections/notes/points', { limit: 1000 })).text)).points.map(
        ({ id }) => id,
      );
    const [drawn, ofBob] = [await bed.call(ADA, map), CollectionMap.parse(JSON.parse((await bed.call(BOB, map)).text))];
    const ofAda = CollectionMap.parse(JSON.parse(drawn.text));
    expect(ofAda.ids.toSorted()).toEqual((await points(ADA)).toSorted());
    expect(ofBob.ids.toSorted()).toEqual((await points(BOB)).toSorted());
    expect([ofAda.total, ofBob.total]).toEqual([ofAda.ids.length, ofBob.ids.length]);
    const hidden = ofBob.ids.filter((id) => !ofAda.ids.includes(id));
    expect(hidden.length).toBeGreaterThan(0);
    const placed = async (token: string) => PlaceAnswer.parse(JSON.parse((await bed.call(token, map, { ids: hidden })).text)).points.length;
    expect([await placed(ADA), await placed(BOB)]).toEqual([0, hidden.length]);
    expectClean([drawn, await bed.call(ADA, map, { query: OF_BOB, ids: hidden })]);
  });

  it('learns nothing from status, jobs, sources, resources and completions', async () => {
    const jobs = await bed.call(bed.owner, '/api/jobs?limit=100');
    const ids = Jobs.parse(JSON.parse(jobs.text)).jobs;
    expect(ids.some(({ label }) => label === 'notes/bobs-plan')).toBe(true);
    const answers = await Promise.all([
      ...['/api/status', '/api/jobs', '/api/sources', '/api/collections'].map((path) => bed.call(ADA, path)),
      ...ids.slice(0, 5).map(({ id }) => bed.call(ADA, `/api/jobs/${id}`)),
      bed.mcp(ADA, 'resources/list'),
      bed.mcp(ADA, 'resources/templates/list'),
      bed.mcp(ADA, 'tools/call', { name: 'status', arguments: {} }),
      bed.mcp(ADA, 'tools/call', { name: 'search', arguments: { query: 'plan of the spring fair' } }),
    ]);
    expectClean(answers);
    for (const { text } of answers) expect(text).not.toMatch(/bobs-plan|notes\/boards/);
  });

  it('reads, replaces and empties no point of the other', async () => {
    const points = '/api/collections/notes/points';
    const all = await bed.call(ADA, points, { limit: 1000 });
    const ofBob = await bed.call(BOB, points, { limit: 1000 });
    const ids = PointsAnswer.parse(JSON.parse(ofBob.text)).points.flatMap(({ id, content }) => (content.includes(OF_BOB) ? [id] : []));
    expect(ids).toHaveLength(1);
    const named = await bed.call(ADA, points, { ids: [...ids, 'tributary://notes/bobs-plan', 'bobs-plan'] });
    const byFilter = await bed.call(ADA, points, { filter: { must: [{ key: 'user_id', match: { value: 'bob' } }] } });
    const put = (body: object) =>
      bed.send(ADA, points, { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    const written = [
      await put({ points: ids.map((id) => ({ id, text: 'Mine now.' })) }),
      await put({ points: [{ id: 'bobs-plan', text: 'Mine now.' }] }),
      await put({ points: [{ text: 'Of Bob, it seems.', payload: { user_id: 'bob' } }] }),
    ];
    const statistics = await bed.call(ADA, '/api/collections/notes/statistics');
    expectClean([all, named, byFilter, statistics, ...written]);
    for (const { text } of [named, byFilter]) expect(PointsAnswer.parse(JSON.parse(text)).points).toEqual([]);
    expect(JSON.parse(statistics.text)).toMatchObject({ points_count: PointsAnswer.parse(JSON.parse(all.text)).points.length });
    expect((await bed.call(BOB, '/api/fetch', { uri: BOBS })).text).toContain(OF_BOB);

    await bed.call(ADA, '/api/store', { text: 'A scrap.', id: 'scrap', collection: 'scraps' });
    await bed.call(BOB, '/api/store', { text: `A scrap of ${OF_BOB}.`, id: 'scrap-of-bob', collection: 'scraps' });
    const emptied = await bed.send(ADA, '/api/collections/scraps/points?confirm=scraps', { method: 'DELETE' });
    expect([emptied.status, JSON.parse(emptied.text)]).toEqual([200, { points: 1 }]);
    expect((await bed.call(BOB, '/api/fetch', { uri: 'tributary://scraps/scrap-of-bob' })).text).toContain(OF_BOB);
  });

  it('continues no list of the other', async () => {
    const cursor = SearchAnswer.parse(JSON.parse((await search(BOB, { limit: 1 })).text)).cursor;
    expect(cursor).toBeDefined();
    const stolen = await search(ADA, { limit: 1, cursor });
    expectClean([stolen]);
    expect(problemOf(stolen).code).toMatch(/^CURSOR\./);
  });

  it('deletes, replaces and describes nothing of the other', async () => {
    const byFilter = { collection: 'notes', filter: { must: [{ key: 'user_id', match: { value: 'bob' } }] } };
    const answers = [
      await bed.call(ADA, '/api/delete', { ids: [BOBS] }),
      await bed.call(ADA, '/api/delete', { ...byFilter, dry_run: true }),
      await bed.call(ADA, '/api/delete', byFilter),
      await bed.send(ADA, `/api/documents?uri=${encodeURIComponent(BOBS)}`, { method: 'DELETE' }),
      await bed.mcp(ADA, 'tools/call', { name: 'delete', arguments: { ids: [BOBS] } }),
      await bed.call(ADA, '/api/documents', {
        documents: [{ v: 1, collection: 'notes', id: 'boards', content: 'Mine now.', version: 9_000_000_000_000 }],
      }),
      await bed.call(ADA, '/api/collections/notes/describe', { from_documents: true }),
    ];
    const taken = await bed.call(ADA, '/api/store', { text: 'Mine now.', id: 'bobs-plan', collection: 'notes' });
    const points = [{ id: 'bobs-plan', text: 'Mine now.' }];
    const put = await bed.send(ADA, '/api/collections/notes/points', {
      method: 'PUT',
      body: JSON.stringify({ points }),
      headers: { 'content-type': 'application/json' },
    });
    expectClean([taken, put, ...answers]);
    for (const { text } of answers.slice(0, 4)) expect(JSON.parse(text)).toMatchObject({ documents: 0, chunks: 0 });
    expect(problemOf(taken)).toMatchObject({ status: 409, code: 'DOCUMENT.ID_TAKEN' });
    expect(problemOf(put)).toMatchObject({ status: 409, code: 'DOCUMENT.ID_TAKEN' });
    expect(answers[5]?.text).toContain('DOCUMENT.ID_TAKEN');
    const kept = await bed.call(BOB, '/api/fetch', { uri: BOBS });
    expect(FetchAnswer.parse(JSON.parse(kept.text)).content).toContain(OF_BOB);
    expect((await bed.call(BOB, '/api/fetch', { uri: 'tributary://notes/boards' })).text).toContain(OF_BOARD);
  });

  it('stores for himself alone, and for others only what he says they may read', async () => {
    const ingest = async (token: string, document: object) => {
      const body = { documents: [{ v: 1, collection: 'notes', content: 'A line about lanterns.', ...document }] };
      const { text } = await bed.call(token, '/api/documents', body);
      return z.object({ documents: z.array(DocumentOutcome) }).parse(JSON.parse(text)).documents[0];
    };
    expect(await ingest(ADA, { id: 'as-bob', user_id: 'bob' })).toMatchObject({ status: 'refused', error: { code: 'ACCESS.DENIED' } });
    expect(await ingest(ADA, { id: 'own' })).toMatchObject({ status: 'accepted' });
    expect(await ingest(ADA, { id: 'shared', acl: ['group:staff'] })).toMatchObject({ status: 'accepted' });
    expect(await ingest(bed.owner, { id: 'by-owner', user_id: 'bob' })).toMatchObject({ status: 'accepted' });
    const lanterns = (token: string) => search(token, { query: 'line about lanterns', per_document: 1 }).then(hitsOf);
    await eventually(async () => (await lanterns(BOB)).includes('tributary://notes/by-owner#0'));
    await eventually(async () => (await lanterns(ADA)).includes('tributary://notes/own#0'));
    expect((await lanterns(BOB)).filter((uri) => /\/(?:own|shared)#/.test(uri))).toEqual(['tributary://notes/shared#0']);
    expect(await lanterns(ADA)).not.toContain('tributary://notes/by-owner#0');
  });

  it('may store the very text of the other, and neither learns of it', async () => {
    const text = 'Buy lamp oil.';
    const mine = await bed.call(ADA, '/api/store', { text, collection: 'notes' });
    const his = await bed.call(BOB, '/api/store', { text, collection: 'notes' });
    const uriOf = ({ text: answer }: Answered) => StoreAnswer.pick({ uri: true }).parse(JSON.parse(answer)).uri;
    const uri = uriOf(his);
    expect(uriOf(mine)).not.toBe(uri);
    expect((await bed.call(ADA, '/api/fetch', { uri })).status).toBe(404);
    expect((await bed.call(BOB, '/api/fetch', { uri })).status).toBe(200);
  });
});

describe('a token with grants for some collections', () => {
  it('finds the others nowhere and cannot write there, whether they are there or not', async () => {
    const answers = [
      await search(GUARD, { query: 'vault' }),
      await bed.call(GUARD, '/api/collections'),
      await bed.call(GUARD, '/api/status'),
      await bed.mcp(GUARD, 'tools/call', { name: 'list_collections', arguments: {} }),
      await bed.mcp(GUARD, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(new RegExp(`${OF_VAULT}|vault"|vault\\\\"`));
    const complete = (value: string) =>
      bed.mcp(GUARD, 'completion/complete', {
        ref: { type: 'ref/resource', uri: 'tributary://{collection}/{+document}' },
        argument: { name: 'collection', value },
      });
    expect((await complete('no')).text).toContain('notes');
    expect((await complete('va')).text).not.toContain('vault');
    const store = (collection: string) => bed.call(GUARD, '/api/store', { text: 'x', collection });
    const [there, nowhere] = [await store('vault'), await store('attic')];
    expect(problemOf(there)).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    expect(there.text.replaceAll('vault', 'attic')).toBe(nowhere.text);
    expect((await bed.send(GUARD, '/api/collections/vault?confirm=vault', { method: 'DELETE' })).status).toBe(403);
    expect(problemOf(await bed.call(GUARD, '/api/collections/vault')).code).toBe('COLLECTION.NOT_FOUND');
    expect(
      problemOf(
        await bed.call(GUARD, '/api/delete', { collection: 'vault', filter: { must: [{ key: 'type', match: { value: 'memory' } }] } }),
      ).code,
    ).toBe('COLLECTION.NOT_FOUND');
    expect(problemOf(await bed.call(GUARD, '/api/sources', { location: '/tmp' })).code).toBe('ACCESS.DENIED');
    expect((await store('logs-today')).status).toBe(200);
  });

  it('moves, embeds, adopts and lists nothing else, even with the scope admin', async () => {
    const keeper = tokenOf('keeper');
    const asked = (path: string, body?: object) => bed.call(keeper, path, body);
    const refused = await Promise.all([
      asked('/api/collections/vault/migrate', { to: 'main/logs-of-vault' }),
      asked('/api/collections/notes/migrate', { to: 'attic' }),
      asked('/api/collections/vault/migrate', { to: 'main', cancel: true }),
      asked('/api/collections/vault/reembed', {}),
      asked('/api/collections/vault/migrate'),
      asked('/api/collections/vault/adopt', { engine: 'main', as: 'logs-of-vault' }),
      asked('/api/collections/notes/adopt', { engine: 'main', as: 'attic' }),
    ]);
    for (const answer of refused) expect(problemOf(answer)).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    expect((await asked('/api/collections/notes/migrate')).text).toContain('MIGRATION.NOT_FOUND');
    await writeFile(join(folder.path, 'a.md'), '# A page');
    const ingest = (collection: string) => bed.call(bed.owner, '/api/sources', { location: folder.path, collection, wait_ms: 30_000 });
    for (const collection of ['vault', 'logs-a']) expect((await ingest(collection)).text).toContain('"finished":true');
    await bed.call(bed.owner, '/api/store', { text: 'The old vault.', collection: 'vault-old' });
    expect((await bed.send(bed.owner, '/api/collections/vault-old?confirm=vault-old', { method: 'DELETE' })).status).toBeLessThan(300);
    for (const path of ['/api/sources', '/api/jobs', '/api/jobs?queue=maintenance']) {
      const { text } = await asked(path);
      expect([path, text]).toEqual([path, expect.not.stringContaining('vault')]);
    }
    expect((await asked('/api/sources')).text).toContain('logs-a');
    // However many newer ones there are of others.
    expect(Jobs.parse(JSON.parse((await asked('/api/jobs?limit=1')).text)).jobs).toHaveLength(1);
    const [his] = Sources.parse(JSON.parse((await bed.call(bed.owner, '/api/sources')).text)).sources.filter(({ collections }) =>
      collections.includes('vault'),
    );
    expect((await bed.send(keeper, `/api/sources/${his?.id ?? ''}`, { method: 'DELETE' })).status).toBe(404);
    const theirs = await bed.call(bed.owner, '/api/jobs?limit=100');
    const vaults = Jobs.parse(JSON.parse(theirs.text)).jobs.filter(({ label = '' }) => label.startsWith('vault') || label === his?.id);
    expect(vaults.map(({ label }) => label)).toEqual(expect.arrayContaining(['vault-old/purge-collection', his?.id]));
    for (const { id } of vaults) {
      for (const change of ['cancel', 'redrive']) {
        expect(problemOf(await asked(`/api/jobs/${id}/${change}`, {}))).toMatchObject({ status: 404, code: 'JOB.NOT_FOUND' });
      }
    }
  });

  it('neither removes nor confirms nor pauses nor resumes a source that fills what is not granted, too', async () => {
    const shop = join(folder.path, 'shop');
    await mkdir(shop);
    await writeFile(join(shop, 'README.md'), '# A shop');
    await writeFile(join(shop, 'shop.ts'), 'export const open = true;');
    expect((await bed.call(bed.owner, '/api/sources', { location: shop, wait_ms: 30_000 })).text).toContain('"finished":true');
    const clerk = tokenOf('clerk');
    const [source] = Sources.parse(JSON.parse((await bed.call(clerk, '/api/sources')).text)).sources;
    const place = `/api/sources/${source?.id ?? ''}`;
    expect(source?.collections).toEqual(['shop-docs']);
    const stateOf = async () =>
      Sources.parse(JSON.parse((await bed.call(bed.owner, '/api/sources')).text)).sources.find(({ id }) => id === source?.id)?.state;
    const changes = async () => [
      await bed.send(clerk, place, { method: 'DELETE' }),
      await bed.call(clerk, `${place}/sync`, { confirmed: true }),
      await bed.call(clerk, `${place}/pause`, {}),
      await bed.call(clerk, `${place}/resume`, {}),
    ];
    const refused = await changes();
    expect(await stateOf()).not.toBe('paused');
    expect((await bed.call(bed.owner, `${place}/pause`, {})).status).toBe(200);
    refused.push(...(await changes()));
    expect(await stateOf()).toBe('paused');
    for (const answer of refused) {
      expect(problemOf(answer)).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
      expect(answer.text).not.toContain('shop-code');
    }
    const paused = await bed.call(clerk, `${place}/sync`, {});
    expect(problemOf(paused)).toMatchObject({ status: 409, code: 'SOURCE.PAUSED' });
    expect(paused.text).toContain(`tributary sources resume ${source?.id ?? ''}`);
    expect((await bed.call(bed.owner, `${place}/resume`, {})).status).toBe(200);
    expect((await bed.call(clerk, `${place}/sync`, {})).status).toBe(202);
    expect((await bed.send(bed.owner, place, { method: 'DELETE' })).status).toBe(200);
  });
});
