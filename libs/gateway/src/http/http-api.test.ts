import 'reflect-metadata';
import { CollectionSummary, DeleteAnswer, FetchAnswer, Problem, SearchAnswer, StoreAnswer, WhyNotAnswer } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN, startApi } from './http-api.fixture.js';

describe('the HTTP API', () => {
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    api = await startApi({ allowGuest: true });
  });
  afterAll(() => api.close());

  const post = (path: string, body: string, type = 'application/json') =>
    fetch(`${api.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

  it('stores, finds, fetches and deletes a text', async () => {
    const ask = async (path: string, body: object): Promise<unknown> => (await post(path, JSON.stringify(body))).json();
    const { uri } = StoreAnswer.parse(await ask('/api/store', { text: 'A kingfisher dives for minnows.', collection: 'birds' }));
    const { hits } = SearchAnswer.parse(await ask('/api/search', { query: 'kingfisher' }));
    expect(hits.map(({ collection }) => collection)).toEqual(['birds']);
    expect(FetchAnswer.parse(await ask('/api/fetch', { uri })).content).toContain('minnows');
    expect(DeleteAnswer.parse(await ask('/api/delete', { ids: [uri] }))).toMatchObject({ documents: 1 });
    expect(Problem.parse(await ask('/api/fetch', { uri })).code).toBe('DOCUMENT.NOT_FOUND');
  });

  it('takes a filter of 1,000 conditions, and says of a larger one how many it may have', async () => {
    const condition = { key: 'lang', match: { value: 'ts' } };
    const askWith = (count: number) => {
      const filter = {
        must: condition,
        min_should: { conditions: Array.from({ length: count - 2 }, () => condition), min_count: 1 },
        must_not: condition,
      };
      return post('/api/search', JSON.stringify({ query: 'heron', filter }));
    };
    expect((await askWith(1_000)).status).toBe(200);
    const problem = Problem.parse(await (await askWith(1_001)).json());
    expect(problem).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
    expect(problem.detail).toContain('filter: it has more than 1,000 conditions, which is the most.');
  });

  it('says where a document was lost on its way into an answer', async () => {
    const ask = async (body: object): Promise<unknown> => (await post('/api/why-not', JSON.stringify(body))).json();
    const { uri } = StoreAnswer.parse(
      await (await post('/api/store', JSON.stringify({ text: 'A heron waits.', collection: 'birds' }))).json(),
    );
    expect(WhyNotAnswer.parse(await ask({ query: 'heron', uri }))).toMatchObject({ uri, verdict: 'shown', stage: 'answer' });
    expect(await ask({ query: 'heron', uri: 'tributary://birds/none' })).toMatchObject({ verdict: 'unknown', stage: 'index' });
    expect(Problem.parse(await ask({ query: 'heron' }))).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
  });

  it('answers each line handed in, a refused one among accepted ones, in order', async () => {
    const lines = [
      JSON.stringify({ collection: 'bulk', id: 'a', content: 'first' }),
      '{ not json',
      JSON.stringify({ collection: '!', id: 'b', content: 'second' }),
      '',
      JSON.stringify({ collection: 'bulk', id: 'c', content: 'third' }),
    ];
    const response = await post('/api/documents', lines.join('\n'), 'application/x-ndjson');
    const outcomes = (await response.text())
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(response.status).toBe(202);
    expect(outcomes).toMatchObject([
      { id: 'a', status: 'accepted' },
      { status: 'refused', error: { code: 'DOCUMENT.MALFORMED' } },
      { id: 'b', status: 'refused', error: { code: 'DOCUMENT.INVALID' } },
      { id: 'c', status: 'accepted' },
    ]);
  });

  it.each(['user_id=ada', 'version=3', 'answer=summary', 'collection=bulk'])(
    'takes JSON with ?%s for nothing but a mistake',
    async (query) => {
      const response = await post(`/api/documents?${query}`, '{"collection":"bulk","id":"beside","content":"x"}');
      const { code, detail } = Problem.parse(await response.json());
      expect([response.status, code]).toEqual([400, 'REQUEST.INVALID']);
      expect(detail).toContain(`${query.split('=')[0] ?? ''} in the address: does not apply to JSON.`);
      expect(api.operations.documents.list().filter(({ id }) => id === 'beside')).toEqual([]);
    },
  );

  it('refuses a document with a field that it does not know by name, as JSON and as a line', async () => {
    const document = JSON.stringify({ collection: 'bulk', id: 'of-ada', content: 'for Ada alone', userId: 'ada' });
    for (const type of ['application/json', 'application/x-ndjson'])
      expect(await (await post('/api/documents', document, type)).text()).toMatch(
        /"id":"of-ada","status":"refused".*"code":"DOCUMENT.INVALID","message":"Unknown field \\"userId\\" \(do you mean user_id\?\): put fields of your own into metadata/,
      );
    expect(api.operations.documents.list().filter(({ id }) => id === 'of-ada')).toEqual([]);
  });

  it.each([
    { path: '/api/search', body: '{"query":""}', status: 400, code: 'REQUEST.INVALID', detail: /query: The query is empty/ },
    { path: '/api/search', body: '{"query":"x","limit":101}', status: 400, code: 'REQUEST.INVALID', detail: /limit/ },
    {
      path: '/api/search',
      body: '{"query":"x","limt":1}',
      status: 400,
      code: 'REQUEST.INVALID',
      detail: /Unknown field "limt": the fields are query, .*limit/,
    },
    {
      path: '/api/search',
      body: '{"query":"x","collections":"a"}',
      status: 400,
      code: 'REQUEST.INVALID',
      detail: /collections: expected a list, got a text/,
    },
    { path: '/api/search', body: '{}', status: 400, code: 'REQUEST.INVALID', detail: /query: is missing: give a text/ },
    {
      path: '/api/search',
      body: '{"query":"x","filter":{"must":[{"key":"a"}]}}',
      status: 400,
      code: 'REQUEST.INVALID',
      detail: /filter: must\.0: "key"/,
    },
    { path: '/api/search', body: '{"query":', status: 400, code: 'REQUEST.MALFORMED', detail: /JSON/ },
    { path: '/api/fetch', body: '{"uri":"tributary://nowhere/x"}', status: 404, code: 'DOCUMENT.NOT_FOUND', detail: /nowhere|document/ },
    { path: '/api/delete', body: '{}', status: 400, code: 'REQUEST.INVALID', detail: /ids or a filter/ },
    { path: '/api/nothing', body: '{}', status: 404, code: 'ROUTE.NOT_FOUND', detail: /\/api/ },
  ])('refuses POST $path $body with $status $code', async ({ path, body, status, code, detail }) => {
    const response = await post(path, body);
    const problem = Problem.parse(await response.json());
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect([response.status, problem.status, problem.code]).toEqual([status, status, code]);
    expect(problem.detail).toMatch(detail);
  });

  it('takes one collection for many documents for no document', async () => {
    const refused = await post('/api/documents', '{"collection":"songs","documents":[{"id":"a","content":"a wren"}]}');
    expect([refused.status, Problem.parse(await refused.json()).detail]).toEqual([400, 'Unknown field "collection".']);
  });

  it('writes what a collection holds on its card, not on that of one that is not there', async () => {
    await post('/api/store', JSON.stringify({ text: 'a wren', collection: 'songs' }));
    const described = await post('/api/collections/songs/describe', '{"description":"Birds that sing"}');
    expect(CollectionSummary.parse(await described.json())).toMatchObject({ name: 'songs', description: 'Birds that sing' });
    expect((await post('/api/collections/nowhere/describe', '{"description":"x"}')).status).toBe(404);
    expect((await post('/api/collections/songs/describe', '{"text":"x"}')).status).toBe(400);
  });

  it('asks for the name of a collection before it removes it, and for the owner', async () => {
    await post('/api/store', JSON.stringify({ text: 'soon gone', collection: 'gone' }));
    const remove = (query: string, headers: Record<string, string>) =>
      fetch(`${api.url}/api/collections/gone${query}`, { method: 'DELETE', headers });
    const owner = { authorization: `Bearer ${TOKEN}` };
    expect(await (await remove('', owner)).json()).toMatchObject({ code: 'COLLECTION.CONFIRM' });
    expect((await remove('?confirm=gone', { authorization: 'Bearer someone' })).status).toBe(401);
    expect((await remove('?confirm=gone', owner)).status).toBe(200);
  });

  it('tells a caller nothing of what went wrong inside, and the log everything', async () => {
    const search = api.operations.search.bind(api.operations);
    api.operations.search = () => Promise.reject(new Error('secret path'));
    const problem = await (await post('/api/search', '{"query":"x"}')).text();
    api.operations.search = search;
    expect(problem).not.toContain('secret');
    expect(api.reported).toEqual([new Error('secret path')]);
  });

  it('tells a caller of a damaged store what to do, though it is ours to mend', async () => {
    const search = api.operations.search.bind(api.operations);
    api.operations.search = () => Promise.reject(permanent('ENGINE.STORE_DAMAGED', 'Put a backup back.', { category: 'internal' }));
    const response = await post('/api/search', '{"query":"x"}');
    api.operations.search = search;
    expect([response.status, await response.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'ENGINE.STORE_DAMAGED', detail: 'Put a backup back.' }),
    ]);
  });
});

it('lets nobody in without the token where guests are not allowed', async () => {
  const api = await startApi({ allowGuest: false });
  const response = await fetch(`${api.url}/api/collections`);
  const withToken = await fetch(`${api.url}/api/collections`, { headers: { authorization: `Bearer ${TOKEN}` } });
  await api.close();
  expect([response.status, response.headers.get('www-authenticate'), withToken.status]).toEqual([401, 'Bearer', 200]);
});
