import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createMcpHttpHandler } from '../../http/mcp-http-handler.js';
import { DialectSet } from '../dialect-set.js';
import { ada, filledOperations, nextcloud } from './nextcloud-world.fixture.js';

it('carries the token of a caller from HTTP to whoever verifies his hits, and into no answer', async () => {
  const tokens: (string | undefined)[] = [];
  const dialect = nextcloud(
    {},
    {
      covers: () => true,
      verify: (documents, { subjectToken }) => {
        tokens.push(subjectToken);
        return Promise.resolve(documents.map(() => true));
      },
    },
  );
  const handler = createMcpHttpHandler({ operations: await filledOperations(), version: '1', dialects: new DialectSet([dialect]) });
  const server = createServer((request, response) => {
    void handler.handle(request, response, { principal: ada, token: 'token-of-ada', dialects: 'nextcloud' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port.toString()}/`)));
  const answer = await client.callTool({ name: 'nc_semantic_search', arguments: { query: 'Q1 Budget' } });
  expect(tokens).toEqual(['token-of-ada']);
  expect(JSON.stringify(answer)).not.toContain('token-of-ada');
  await client.close();
  await handler.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
