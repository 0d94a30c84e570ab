import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { ComponentHealth } from '@tributary/contracts';
import { Engines } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { freePort } from '@tributary/testing';
import { expect, it } from 'vitest';
import { openAccessBed } from '../whole/access/access-bed.fixture.js';
import { gatewayHealth, roleHealth } from './health-checks.js';

const FULL = 'No space is left for /home/ann/.tributary/store/main/store.db: free some.';
const AWAY = 'Engine team at http://10.0.0.3:6333: the server cannot be reached.';
const LOST = 'Redis at redis://10.0.0.4:6379 does not answer.';

class IllEngine extends MemoryEngine {
  constructor(
    name: string,
    readonly ill: Pick<ComponentHealth, 'status' | 'detail'>,
  ) {
    super({ name });
  }

  override health() {
    return Promise.resolve({ name: this.name, kind: this.kind, ...this.ill });
  }
}

const lost = () => Promise.reject(retryable('QUEUE.UNAVAILABLE', LOST));

/** What each check says, or throws. */
async function told(checksOf: typeof roleHealth, primary: Pick<ComponentHealth, 'status' | 'detail'>): Promise<readonly string[]> {
  const engines = new Engines(new IllEngine('main', primary), [new IllEngine('team', { status: 'down', detail: AWAY })]);
  const queues = { durability: lost, eviction: lost, isConsumed: lost };
  const said = checksOf({ engines, queues }).map(async (one) => {
    const words = await one.check().catch((error: unknown) => `not ready: ${String(error)}`);
    return `${one.name}: ${words ?? ''}`;
  });
  return Promise.all(said);
}

it('tells whoever asks a gateway which part is ill, without files and addresses', async () => {
  for (const status of ['degraded', 'down'] as const) {
    const said = await told(gatewayHealth, { status, detail: FULL });
    expect(said.map((line) => line.split(':')[0])).toEqual(['engine main', 'engine team', 'queues', 'handlers']);
    expect(said.join('\n')).not.toMatch(/home|10\.0\.0|No space/);
    expect(said[0]?.includes('not ready')).toBe(status === 'down');
    for (const line of said) expect(line).toContain('`tributary status`');
  }
});

it('tells at the port of a service, which only the operator reaches, all of it', async () => {
  const said = (await told(roleHealth, { status: 'degraded', detail: FULL })).join('\n');
  for (const words of [FULL, AWAY, LOST]) expect(said).toContain(words);
});

it('is what a server answers without a token, while an engine is away', async () => {
  const url = `http://127.0.0.1:${(await freePort()).toString()}`;
  const engines = { main: { type: 'embedded' }, team: { type: 'qdrant', url } };
  const bed = await openAccessBed({ ada: { scopes: ['search:read'] } }, [{ path: ['engines'], value: engines, flag: 'engines' }]);
  try {
    const { status, text } = await bed.call('', '/health/ready');
    expect(status).toBe(200);
    expect(text).toContain('engine team');
    expect(text).toContain('"detail":"down: not all is well with it');
    expect(text).not.toContain(url);
    expect(text).not.toContain(bed.folder);
  } finally {
    await bed.close();
  }
});

/** Takes whoever connects, and answers nobody. */
async function hungServer(): Promise<{ readonly url: string; end(): void }> {
  const held = new Set<Socket>();
  const server = createServer((socket) => held.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port.toString()}`,
    end: () => {
      for (const socket of held) socket.destroy();
      server.close();
    },
  };
}

it('is ready while an engine beside the primary one takes connections and never answers', async () => {
  const hung = await hungServer();
  const engines = { main: { type: 'embedded' }, team: { type: 'qdrant', url: hung.url } };
  const bed = await openAccessBed({ ada: { scopes: ['search:read'] } }, [{ path: ['engines'], value: engines, flag: 'engines' }]);
  try {
    const { status, text } = await bed.call('', '/health/ready');
    expect(text).toContain('"engine team":{"ok":true,"detail":"no answer within 1000 ms"}');
    expect(status).toBe(200);
  } finally {
    await bed.close();
    hung.end();
  }
});
