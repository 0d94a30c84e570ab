import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DialectSet } from '../dialects/dialect-set.js';
import { createMcpHttpHandler } from '../http/mcp-http-handler.js';
import { rawSender, type FuzzedServer } from './raw-messages.fixture.js';
import { TenantOperations, type Tenant } from './tenants.fixture.js';

interface Serving {
  readonly dialects: DialectSet;
  readonly tenants: readonly Tenant[];
  readonly maxAnswerTokens: number;
}

/** One MCP endpoint for two tenants, over operations in memory. */
export async function startFuzzedServer({
  dialects,
  tenants,
  maxAnswerTokens,
}: Serving): Promise<FuzzedServer & { stop(): Promise<void> }> {
  const worlds = new TenantOperations();
  await worlds.reset(tenants);
  const reported: unknown[] = [];
  const handler = createMcpHttpHandler({
    operations: worlds.operations(),
    version: '1.2.3',
    dialects,
    maxAnswerTokens,
    report: (error) => reported.push(error),
  });
  const server = createServer((request, response) => {
    const tenant = tenants.find(({ name }) => name === request.headers['x-tenant']);
    const served = request.url?.split('/').at(-1);
    if (tenant) void handler.handle(request, response, { principal: tenant.principal, dialects: served });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    reported,
    reset: () => worlds.reset(tenants),
    send: rawSender({ url: `http://127.0.0.1:${port.toString()}`, headersOf: ({ name }) => ({ 'x-tenant': name }) }),
    async stop() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
