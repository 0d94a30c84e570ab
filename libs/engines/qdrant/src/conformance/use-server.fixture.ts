import { randomUUID } from 'node:crypto';
import type { Engine } from '@tributary/engines-port';
import { findQdrantProgram, startQdrantServer, type QdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openEngine } from './open-engine.fixture.js';

export interface ServedEngine {
  readonly server: QdrantServer;
  readonly instance: string;
  readonly engine: Engine;
}

interface ServerTests {
  readonly name: string;
  /** Variables of the server's environment. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly apiKey?: string;
}

/** Behaviours that need a server of their own, which can be stopped and given faults; skipped with the reason where there is none. */
export function describeServed({ name, settings = {}, apiKey }: ServerTests, behaviours: (served: () => ServedEngine) => void): void {
  const supply = findQdrantProgram();
  if (supply.kind === 'none') {
    describe(name, () => {
      it('is not tested here', (context) => context.skip(supply.reason));
    });
    return;
  }
  describe(name, { timeout: 60_000 }, () => {
    let served: ServedEngine | undefined;
    beforeAll(async () => {
      const server = await startQdrantServer(supply.command, { ORACLE_STRICT_FIELDS: '1', ...settings });
      const instance = `test-${randomUUID().slice(0, 8)}`;
      served = {
        server,
        instance,
        engine: await openEngine(JSON.stringify({ url: server.url, instance, ...(apiKey === undefined ? {} : { apiKey }) })),
      };
    }, 120_000);
    afterAll(async () => {
      await served?.engine.close();
      await served?.server.remove();
    });
    behaviours(() => {
      if (served === undefined) throw new Error('The server starts before the first test.');
      return served;
    });
  });
}
