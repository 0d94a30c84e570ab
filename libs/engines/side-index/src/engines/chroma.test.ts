import { chromaCapabilities } from '@tributary/engines-chroma';
import { describeEngine } from '@tributary/engines-port/conformance';
import { BM25 } from '@tributary/ranking';
import { findChroma, startChromaServer, temporaryFolder } from '@tributary/testing';
import { describe, it } from 'vitest';
import { sideIndexedCapabilities } from '../index.js';
import { openEngine } from './open-chroma.fixture.js';

const supply = findChroma();

if (supply.kind === 'none') {
  describe('ChromaEngine with its index', () => {
    it('is not tested here', (context) => context.skip(supply.reason));
  });
} else {
  describeEngine({
    name: 'ChromaEngine with its index',
    capabilities: sideIndexedCapabilities(chromaCapabilities),
    bm25: BM25,
    durable: true,
    processes: true,
    share: 0.1,
    makeHarness: async () => {
      const folder = await temporaryFolder();
      const server = supply.kind === 'program' ? await startChromaServer(supply.command) : undefined;
      const settings = JSON.stringify({ url: server?.url ?? (supply.kind === 'url' ? supply.url : ''), folder: folder.path });
      const engine = await openEngine(settings);
      return {
        engine,
        open: () => openEngine(settings),
        child: { module: new URL('./open-chroma.fixture.ts', import.meta.url), settings },
        close: async () => {
          await engine.close();
          await server?.remove();
          await folder.remove();
        },
      };
    },
  });
}
