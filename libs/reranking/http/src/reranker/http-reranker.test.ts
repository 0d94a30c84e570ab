import { Deadline } from '@tributary/kernel';
import { eventually, startRerankServer, type FaultyServer, type RerankDialect, type ServerFault } from '@tributary/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpReranker, type HttpRerankerOptions } from './http-reranker.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const QUERY = 'rotate the key';
const TEXTS = ['a key is rotated', 'soup', 'rotate a key and lock'];
const SECRET = 'rr-conformance-0123456789';
/** Words in common. */
const overlap = (query: string, texts: readonly string[]) =>
  texts.map((text) => text.split(' ').filter((word) => query.split(' ').includes(word)).length);
const servers: FaultyServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

interface Wanted extends Partial<HttpRerankerOptions> {
  readonly dialect: RerankDialect;
  readonly base?: string;
  readonly serverKey?: string;
  readonly maxTexts?: number;
}

async function open({ dialect, base = '', serverKey, maxTexts, ...options }: Wanted) {
  const server = await startRerankServer({
    dialect,
    score: overlap,
    ...(serverKey === undefined ? {} : { apiKey: serverKey }),
    ...(maxTexts === undefined ? {} : { maxTexts }),
  });
  servers.push(server);
  const reranker = new HttpReranker({ name: 'cross', url: server.url + base, ...options });
  const rerank = (texts: readonly string[] = TEXTS) => reranker.rerank({ query: QUERY, texts }, { deadline: Deadline.in(10_000) });
  return { server, reranker, rerank, asked: () => server.requests.map(({ path }) => path) };
}

describe('finding out what a server speaks', () => {
  it.each<Wanted & { readonly first: readonly string[]; readonly then: string }>([
    { dialect: 'tei', first: ['/rerank'], then: '/rerank' },
    { dialect: 'tei', base: '/rerank/', first: ['/rerank'], then: '/rerank' },
    { dialect: 'cohere', base: '/v2', model: 'm', first: ['/v2/rerank'], then: '/v2/rerank' },
    { dialect: 'cohere', model: 'm', first: ['/rerank', '/v2/rerank'], then: '/v2/rerank' },
    { dialect: 'jina', base: '/v1/rerank', model: 'm', first: ['/v1/rerank'], then: '/v1/rerank' },
    { dialect: 'jina', model: 'm', first: ['/rerank', '/v2/rerank', '/v1/rerank'], then: '/v1/rerank' },
    { dialect: 'vllm', first: ['/rerank', '/v2/rerank'], then: '/v2/rerank' },
    { dialect: 'vllm', shape: 'cohere', first: ['/v2/rerank'], then: '/v2/rerank' },
  ])('asks $dialect at $base$shape first at $first, and then only where it answered', async ({ first, then, ...wanted }) => {
    const { rerank, asked } = await open(wanted);
    const [a = 0, b = 0, c = 0] = await rerank();
    expect(c > a && a > b).toBe(true);
    expect(asked()).toEqual(first);
    await rerank();
    expect(asked()).toEqual([...first, then]);
  });

  it('sends what each interface asks for, and no more', async () => {
    const tei = await open({ dialect: 'tei' });
    await tei.rerank();
    expect(tei.server.requests[0]?.body).toEqual({ query: QUERY, texts: TEXTS, raw_scores: true, truncate: true });
    const cohere = await open({ dialect: 'cohere', base: '/v2', model: 'rerank-v3.5' });
    await cohere.rerank();
    expect(cohere.server.requests[0]?.body).toEqual({ model: 'rerank-v3.5', query: QUERY, documents: TEXTS, top_n: 3 });
  });

  it('tells the refusal where a model must be named, not the paths where nothing is', async () => {
    const { rerank } = await open({ dialect: 'jina' });
    await expect(rerank()).rejects.toMatchObject({ code: 'RERANKER.REQUEST_REFUSED', message: containing('model is required') });
  });

  it('says that an address is not that of a rerank server', async () => {
    const { rerank } = await open({ dialect: 'tei', base: '/nowhere' });
    await expect(rerank()).rejects.toMatchObject({
      code: 'RERANKER.ANSWER_INVALID',
      message: containing('Check that rerankers.cross.url names the server itself'),
    });
  });
});

it('sends more passages than a server takes at once in several requests, and puts the scores together', async () => {
  const { rerank, server } = await open({ dialect: 'tei', maxTexts: 8 });
  const texts = Array.from({ length: 50 }, (_, at) => 'rotate '.repeat(at).trim());
  expect(await rerank(texts)).toEqual(texts.map((_, at) => at));
  expect(server.requests.length).toBeGreaterThan(6);
});

describe('a server that is late', () => {
  const texts = Array.from({ length: 50 }, (_, at) => 'rotate '.repeat(at).trim());
  const LAST = texts.at(-1) ?? '';

  it('leaves the passages of a request that does not come back without a score', async () => {
    const { rerank, reranker, server } = await open({ dialect: 'tei' });
    await rerank();
    server.break({ kind: 'hang', text: LAST });
    // Whoever shares the processor may take the time of the other request: then both are sent again.
    await eventually(async () => {
      const scores = await reranker.rerank({ query: QUERY, texts }, { deadline: Deadline.in(600) });
      expect(scores).toEqual(texts.map((_, at) => (at < 32 ? at : undefined)));
    });
  });

  it('has timed out when nothing came, and hands over nothing to a caller who has gone', async () => {
    const { rerank, reranker, server } = await open({ dialect: 'tei' });
    await rerank();
    server.break({ kind: 'hang', text: LAST });
    const late = reranker.rerank({ query: QUERY, texts: [LAST] }, { deadline: Deadline.in(50) });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
    const left = reranker.rerank({ query: QUERY, texts }, { deadline: Deadline.in(10_000), signal: AbortSignal.timeout(500) });
    await expect(left).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('says that a server left a text without a score, and blames no number', async () => {
  const { server, rerank } = await open({ dialect: 'tei' });
  await rerank();
  server.break({ kind: 'status', status: 200, body: '[{"index":0,"score":1},{"index":0,"score":2},{"index":1,"score":3}]' });
  await expect(rerank()).rejects.toMatchObject({ message: containing('no score for some texts and several for others') });
});

describe('a server that goes wrong', () => {
  it.each<{ readonly what: string; readonly fault: ServerFault; readonly code: string; readonly retryable: boolean }>([
    { what: 'fails with 500', fault: { kind: 'status', status: 500 }, code: 'RERANKER.UNAVAILABLE', retryable: true },
    { what: 'cuts the connection', fault: { kind: 'cut' }, code: 'RERANKER.UNAVAILABLE', retryable: true },
    {
      what: 'has too much to do',
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
      code: 'RERANKER.RATE_LIMITED',
      retryable: true,
    },
    { what: 'answers a page', fault: { kind: 'html' }, code: 'RERANKER.ANSWER_INVALID', retryable: false },
    {
      what: 'answers other JSON',
      fault: { kind: 'status', status: 200, body: '{"data":[]}' },
      code: 'RERANKER.ANSWER_INVALID',
      retryable: false,
    },
    {
      what: 'answers half of a JSON text',
      fault: { kind: 'status', status: 200, body: '[{"index":0,' },
      code: 'RERANKER.ANSWER_INVALID',
      retryable: false,
    },
    { what: 'answers too few scores', fault: { kind: 'count' }, code: 'RERANKER.ANSWER_INVALID', retryable: false },
    {
      what: 'answers a number beyond all bounds',
      fault: { kind: 'status', status: 200, body: '[{"index":0,"score":1e999},{"index":1,"score":0},{"index":2,"score":3}]' },
      code: 'RERANKER.ANSWER_INVALID',
      retryable: false,
    },
    { what: 'answers a number that is none', fault: { kind: 'nan', text: 'soup' }, code: 'RERANKER.ANSWER_INVALID', retryable: false },
    {
      what: 'answers a score twice and another not at all',
      fault: { kind: 'status', status: 200, body: '[{"index":0,"score":1},{"index":0,"score":2},{"index":1,"score":3}]' },
      code: 'RERANKER.ANSWER_INVALID',
      retryable: false,
    },
    {
      what: 'answers a score that is a word',
      fault: { kind: 'status', status: 200, body: '[{"index":0,"score":1},{"index":1,"score":"high"},{"index":2,"score":3}]' },
      code: 'RERANKER.ANSWER_INVALID',
      retryable: false,
    },
    {
      what: 'refuses',
      fault: { kind: 'status', status: 400, body: `{"error":"cannot rank 'a key is rotated'"}` },
      code: 'RERANKER.REQUEST_REFUSED',
      retryable: false,
    },
  ])('is told by its code when it $what, and used again when it is mended', async ({ fault, code, retryable }) => {
    const { rerank, server } = await open({ dialect: 'tei' });
    await rerank();
    server.break(fault);
    const error: unknown = await rerank().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, retryable, message: containing(server.url) });
    expect(error instanceof Error && error.message).not.toContain('a key is rotated');
    server.mend();
    expect(await rerank()).toEqual([1, 0, 2]);
  });

  it('is given up at the deadline, and as soon as the caller gives up', async () => {
    const { reranker, server } = await open({ dialect: 'tei' });
    server.break({ kind: 'hang' });
    const before = performance.now();
    const request = { query: QUERY, texts: TEXTS };
    await expect(reranker.rerank(request, { deadline: Deadline.in(100) })).rejects.toMatchObject({ name: 'TimeoutError' });
    const signal = AbortSignal.timeout(50);
    await expect(reranker.rerank(request, { deadline: Deadline.in(50_000), signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - before).toBeLessThan(25_000);
  });

  it('gets the key, and is told by its setting when it refuses it, without the key', async () => {
    const right = await open({ dialect: 'cohere', base: '/v2', model: 'm', apiKey: SECRET, serverKey: SECRET });
    expect(await right.rerank()).toHaveLength(3);
    const wrong = await open({ dialect: 'cohere', base: '/v2', model: 'm', apiKey: SECRET, serverKey: 'another' });
    const error: unknown = await wrong.rerank().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'RERANKER.DENIED', retryable: false, message: containing('rerankers.cross.api_key') });
    expect(JSON.stringify([error, error instanceof Error ? error.message : ''])).not.toContain(SECRET);
  });

  it('is down while it is away, and up again after', async () => {
    const { reranker, rerank, server } = await open({ dialect: 'tei' });
    await rerank();
    await server.stop();
    expect(await reranker.health()).toMatchObject({ kind: 'http', status: 'down', detail: containing('rerankers.cross.url') });
    await server.restart();
    expect(await reranker.health()).toMatchObject({ status: 'up' });
    expect(await rerank()).toEqual([1, 0, 2]);
  });
});
