import { SearchAnswer } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVISIONS, connectClient } from '../clients/clients.fixture.js';
import { startHttp, type HttpFixture } from '../clients/http-server.fixture.js';
import { fillWithTexts } from '../clients/texts.fixture.js';

/** Hands each request to the next replica, whoever sends it. */
async function startAlternatingProxy(replicas: readonly HttpFixture[]) {
  const served = replicas.map(() => 0);
  let next = 0;
  const proxy = createServer((incoming, outgoing) => {
    const turn = next % replicas.length;
    next += 1;
    served[turn] = (served[turn] ?? 0) + 1;
    const replica = replicas[turn];
    if (replica === undefined) return;
    const { method, headers } = incoming;
    const onward = forward(replica.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port.toString()}/mcp`),
    served,
    stop: () =>
      new Promise((resolve) => {
        proxy.closeAllConnections();
        proxy.close(resolve);
      }),
  };
}

describe('two replicas behind a proxy that alternates', () => {
  const operations = new MemoryOperations();
  let replicas: readonly HttpFixture[];
  let proxy: Awaited<ReturnType<typeof startAlternatingProxy>>;
  beforeAll(async () => {
    await fillWithTexts(operations);
    for (let n = 0; n < 30; n += 1)
      await operations.ingestDocuments([{ v: 1, collection: 'many', id: n.toString(), content: `backup ${n.toString()}` }]);
    replicas = [await startHttp(operations), await startHttp(operations)];
    proxy = await startAlternatingProxy(replicas);
  });
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it.each(REVISIONS)('serve a conversation of a client of %s, page by page', async (revision) => {
    const before = [...proxy.served];
    const client = await connectClient(revision, { http: proxy.url });
    expect((await client.listTools()).length).toBe(7);
    await client.call('store', { text: `Said by ${revision}.`, id: revision, collection: 'memory' });
    expect((await client.call('fetch', { uri: `tributary://memory/${encodeURIComponent(revision)}` })).text).toContain(revision);
    const uris = new Set<string>();
    let cursor: string | undefined;
    do {
      const args = { query: 'backup', collections: ['many'], limit: 10, ...(cursor === undefined ? {} : { cursor }) };
      const { structured } = await client.call('search', args);
      const page = SearchAnswer.parse(structured);
      for (const { uri } of page.hits) uris.add(uri);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(uris.size).toBe(30);
    await client.close();
    expect(proxy.served.every((count, index) => count - (before[index] ?? 0) >= 3)).toBe(true);
  });
});
