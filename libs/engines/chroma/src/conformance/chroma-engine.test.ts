import { describeEngine } from '@tributary/engines-port/conformance';
import { findChroma, startChromaServer } from '@tributary/testing';
import { chromaCapabilities } from '../engine/capabilities.js';
import { openEngine } from './open-engine.fixture.js';

const supply = findChroma();
describeEngine({
  name: 'ChromaEngine',
  capabilities: chromaCapabilities,
  bm25: { k1: 1.2, b: 0.75 },
  durable: true,
  processes: true,
  makeHarness: async () => {
    if (supply.kind !== 'program') throw new Error('no chroma');
    const server = await startChromaServer(supply.command);
    const engine = await openEngine(server.url);
    return {
      engine,
      open: () => openEngine(server.url),
      child: { module: new URL('./open-engine.fixture.ts', import.meta.url), settings: server.url },
      close: async () => {
        await engine.close();
        await server.remove();
      },
    };
  },
});
