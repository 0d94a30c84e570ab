import { randomUUID } from 'node:crypto';
import { describeEngine } from '@tributary/engines-port/conformance';
import { BM25 } from '@tributary/ranking';
import { findQdrant, startQdrantServer } from '@tributary/testing';
import { describe, it } from 'vitest';
import { QDRANT_CAPABILITIES } from '../index.js';
import { openEngine } from './open-engine.fixture.js';

const supply = findQdrant();

if (supply.kind === 'none') {
  describe('QdrantEngine', () => {
    it('is not tested here', (context) => context.skip(supply.reason));
  });
} else {
  describeEngine({
    name: 'QdrantEngine',
    capabilities: QDRANT_CAPABILITIES,
    bm25: BM25,
    durable: true,
    processes: true,
    share: 0.25,
    makeHarness: async () => {
      const server = supply.kind === 'program' ? await startQdrantServer(supply.command, { ORACLE_STRICT_FIELDS: '1' }) : undefined;
      const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
      const settings = JSON.stringify({ url, instance: `test-${randomUUID().slice(0, 8)}` });
      const engine = await openEngine(settings);
      return {
        engine,
        open: () => openEngine(settings),
        child: { module: new URL('./open-engine.fixture.ts', import.meta.url), settings },
        close: async () => {
          await engine.close();
          await server?.remove();
        },
      };
    },
  });
}
