import { Module, type DynamicModule } from '@nestjs/common';
import { Authenticator, GatewayHttpModule } from '@tributary/gateway';
import { silentLogger } from '@tributary/platform';
import { startHttpApplication } from '@tributary/platform/http';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const TOKEN = 'the-token-of-the-test-server';

export interface TestServer {
  readonly operations: MemoryOperations;
  readonly url: string;
  /** A data folder this server is the owner of. */
  readonly data: string;
  stop(): Promise<void>;
}

@Module({})
class TestModule {
  static over(operations: MemoryOperations): DynamicModule {
    const authenticator = new Authenticator({ ownerToken: TOKEN, allowGuest: false });
    return {
      module: TestModule,
      imports: [GatewayHttpModule.register({ operations, authenticator, report: () => undefined, version: '0.0.0' })],
    };
  }
}

/** The real HTTP API over texts in memory, as the owner of a data folder. */
export async function startTestServer(operations = new MemoryOperations()): Promise<TestServer> {
  const folder = await temporaryFolder();
  const lock = new DatabaseSync(join(folder.path, 'owner.db'));
  lock.exec('BEGIN EXCLUSIVE');
  const http = await startHttpApplication({
    module: TestModule.over(operations),
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    logger: silentLogger,
    mount: (server) => {
      server.get('/health/live', () => ({ status: 'ok' }));
    },
  });
  const server = { url: http.url, token: TOKEN, version: '0.0.0', contract: 2 };
  await writeFile(join(folder.path, 'server.json'), JSON.stringify(server), { mode: 0o600 });
  return {
    operations,
    url: http.url,
    data: folder.path,
    async stop() {
      await http.close(1_000);
      lock.close();
      await folder.remove();
    },
  };
}
