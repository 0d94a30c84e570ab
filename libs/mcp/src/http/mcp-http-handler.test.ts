import { MemoryOperations, eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp, type HttpFixture } from '../clients/http-server.fixture.js';

let server: HttpFixture;
const operations = new MemoryOperations();
beforeAll(async () => {
  server = await startHttp(operations, { maxBodyBytes: 1_000_000 });
});
afterAll(() => server.stop());

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(server.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
const toolsList = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('what is not MCP gets a clear answer', () => {
  it.each([
    ['malformed JSON', '{"jsonrpc":', 400, -32700],
    ['JSON that is no message', '{"hello":1}', 400, -32600],
    ['a body over the limit', `"${'x'.repeat(1_100_000)}"`, 413, -32000],
  ])('%s', async (...[, body, status, code]) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('another content type', async () => {
    expect((await post(toolsList, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('a revision nobody knows', async () => {
    const response = await post(toolsList, { 'mcp-protocol-version': '1999-01-01' });
    expect(response.status).toBe(400);
  });

  it('an unknown method', async () => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/destroy' }));
    expect(await response.text()).toContain('-32601');
  });

  it('and the next call is served', async () => {
    expect(await (await post(toolsList)).text()).toContain('"name":"search"');
  });
});

it('does not list the collections for a call that carries no instructions', async () => {
  let listings = 0;
  const counting = new MemoryOperations();
  counting.listCollections = () => {
    listings += 1;
    return Promise.resolve([]);
  };
  const own = await startHttp(counting);
  await fetch(own.url, {
    method: 'POST',
    body: toolsList,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  expect(listings).toBe(0);
  await own.stop();
});

it('ends a call of a 2025 client, too, when its connection is closed', async () => {
  let searches = 0;
  const waiting = new MemoryOperations();
  const search = waiting.search.bind(waiting);
  waiting.search = (...call) => {
    searches += 1;
    return search(...call);
  };
  const own = await startHttp(waiting);
  const closing = new AbortController();
  const params = { name: 'search', arguments: { query: 'wait for cancel' } };
  const answered = fetch(own.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    signal: closing.signal,
  }).then((response) => response.text());
  const gone = expect(answered).rejects.toThrow();
  await eventually(() => searches === 1);
  closing.abort();
  await gone;
  await eventually(() => waiting.cancelled.length === 1);
  await own.stop();
});
