import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MemoryOperations, eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stdioCommand } from './clients.fixture.js';
import { startHttp, type HttpFixture } from './http-server.fixture.js';
import { fillWithTexts } from './texts.fixture.js';

const URI = 'tributary://notes/backup.md';
const OTHER = 'tributary://notes/other.md';
const operations = new MemoryOperations();

let server: HttpFixture;
beforeAll(async () => {
  await fillWithTexts(operations);
  server = await startHttp(operations, { watchEveryMs: 30 });
});
afterAll(() => server.stop());

async function connect(way: 'http' | 'stdio', revision: '2026-07-28' | '2025-11-25') {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode } });
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('the list'));
  await client.connect(
    way === 'http' ? new StreamableHTTPClientTransport(server.url) : new StdioClientTransport({ ...stdioCommand, stderr: 'ignore' }),
  );
  let version = 0;
  const store = (id: string, collection: string) => {
    version += 1;
    return client.callTool({ name: 'store', arguments: { text: `State ${version.toString()}.`, id, collection } });
  };
  /** Changes it again and again, since nobody says when the first look is over. */
  const change = (id: string, collection: string, isHeard: () => boolean) =>
    eventually(async () => {
      await store(id, collection);
      return isHeard();
    });
  return { client, heard, store, change };
}

describe.each(['http', 'stdio'] as const)('over %s a client of 2026-07-28', (way) => {
  it('that listens hears of the document it named and of a new collection, and of nothing after it closed', async () => {
    const { client, heard, change, store } = await connect(way, '2026-07-28');
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: false },
    });
    const subscription = await client.listen({ resourcesListChanged: true, resourceSubscriptions: [URI] });
    await change('backup.md', 'notes', () => heard.includes(URI));
    let n = 0;
    await eventually(async () => {
      n += 1;
      await store('first', `new-${way}-${n.toString()}`);
      return heard.includes('the list');
    });
    expect(new Set(heard)).toEqual(new Set([URI, 'the list']));
    await subscription.close();
    await client.listen({ resourceSubscriptions: [OTHER] });
    const count = (wanted: string) => heard.filter((uri) => uri === wanted).length;
    const bothChangeUntilHeard = (times: number) =>
      eventually(async () => {
        await store('backup.md', 'notes');
        await store('other.md', 'notes');
        return count(OTHER) >= times;
      });
    // What was under way when it closed may come for a while, and once that is over nothing.
    const heardWhileBothChange = async (times: number) => {
      const before = count(URI);
      await bothChangeUntilHeard(count(OTHER) + times);
      return count(URI) - before;
    };
    await eventually(async () => (await heardWhileBothChange(2)) === 0);
    expect(await heardWhileBothChange(5)).toBe(0);
    await client.close();
  });
});

describe('a client of 2025-11-25', () => {
  it('subscribes over stdio, hears of a change, and unsubscribes', async () => {
    const { client, heard, change } = await connect('stdio', '2025-11-25');
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: true });
    await client.subscribeResource({ uri: URI });
    await change('backup.md', 'notes', () => heard.includes(URI));
    await client.unsubscribeResource({ uri: URI });
    await client.close();
  });

  it('is promised nothing over HTTP, where it has no session', async () => {
    const { client } = await connect('http', '2025-11-25');
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: false });
    await client.close();
  });
});

it('refuses a subscription to more than 100 resources', async () => {
  const { client } = await connect('http', '2026-07-28');
  const resourceSubscriptions = Array.from({ length: 101 }, (_, n) => `tributary://notes/${n.toString()}`);
  await expect(client.listen({ resourceSubscriptions })).rejects.toThrow('at most 100 resources');
  await client.close();
});

it('ends a stream after its time with a result, and lets one caller hold 64 of them', async () => {
  const brief = await startHttp(operations, { watchEveryMs: 30, longestStreamMs: 100 });
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(brief.url));
  const subscription = await client.listen({ resourceSubscriptions: [URI] });
  expect(await subscription.closed).toBe('graceful');
  await client.close();
  await brief.stop();
  const { client: greedy } = await connect('http', '2026-07-28');
  for (let n = 0; n < 64; n += 1) await greedy.listen({ resourcesListChanged: true });
  await expect(greedy.listen({ resourcesListChanged: true })).rejects.toThrow('Subscription limit reached');
  await greedy.close();
});
