import { localOwner, type Operations } from '@tributary/contracts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHttpHandler, type McpHttpServing } from '../http/mcp-http-handler.js';

export interface HttpFixture {
  readonly url: URL;
  stop(): Promise<void>;
}

/** The MCP handler behind a plain Node server on a free loopback port. */
export async function startHttp(operations: Operations, options: Partial<McpHttpServing> = {}): Promise<HttpFixture> {
  const handler = createMcpHttpHandler({ operations, version: '1.2.3', ...options });
  const server = createServer((request, response) => void handler.handle(request, response, { principal: localOwner }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port.toString()}/mcp`),
    async stop() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
