import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Authenticator } from '@tributary/gateway';
import { MemoryOperations } from '@tributary/testing';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { mountMcp } from './mount-mcp.js';

it('ends a stream of notifications when the browser of its caller is signed out', async () => {
  let now = Date.now();
  const authenticator = new Authenticator({ ownerToken: 'the-owner', allowGuest: true, clock: { now: () => now } });
  const server = fastify();
  mountMcp(server, {
    operations: new MemoryOperations(),
    authenticator,
    version: '1.2.3',
    dialectSettings: {},
    watchEveryMs: 20,
    report: () => undefined,
    log: () => undefined,
  });
  const url = new URL('/mcp', await server.listen({ port: 0, host: '127.0.0.1' }));
  const { sessions } = authenticator;
  const browser = { host: url.host, origin: url.origin };
  const cookie = (await sessions.begin(sessions.recordOf('the-owner'), browser)).split(';')[0] ?? '';
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  try {
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { cookie, origin: url.origin } } }));
    const subscription = await client.listen({ resourcesListChanged: true });
    await authenticator.endSession({ ...browser, cookie });
    now += 5_000;
    expect(await subscription.closed).toBe('graceful');
  } finally {
    await client.close();
    await server.close();
  }
});
