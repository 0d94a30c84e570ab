import { Authenticator, GatewayHttpModule } from '@tributary/gateway';
import { DialectSet } from '@tributary/mcp';
import { conformanceDialect } from '@tributary/mcp/conformance';
import { silentLogger } from '@tributary/platform';
import { startHttpApplication } from '@tributary/platform/http';
import { MemoryOperations } from '@tributary/testing';
import { mountMcp } from '../mount-mcp.js';

/** The gateway’s own HTTP server over operations in memory, with the dialect of the conformance runner beside the native one. */
export async function startGateway(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const operations = new MemoryOperations();
  await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'backup.md', content: 'The nightly backup runs at three.' }]);
  const authenticator = new Authenticator({ ownerToken: 'the-owner', allowGuest: true });
  const report = () => undefined;
  const http = await startHttpApplication({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    module: GatewayHttpModule.register({ operations, authenticator, report, version: '0.0.0' }),
    logger: silentLogger,
    mount: (server) => {
      const dialects = new DialectSet([conformanceDialect]);
      mountMcp(server, { operations, authenticator, version: '0.0.0', dialectSettings: {}, dialects, report, log: () => undefined });
    },
  });
  return { url: http.url, close: () => http.close(1_000) };
}
