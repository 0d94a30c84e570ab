import { EMBEDDED_CAPABILITIES } from '@tributary/engines-embedded';
import { describeEngine } from '@tributary/engines-port/conformance';
import { BM25 } from '@tributary/ranking';
import { temporaryFolder } from '@tributary/testing';
import { sideIndexedCapabilities } from '../index.js';
import { openEngine } from './open-engine.fixture.js';

describeEngine({
  name: 'SideIndexedEngine over two embedded stores',
  capabilities: sideIndexedCapabilities(EMBEDDED_CAPABILITIES),
  bm25: BM25,
  durable: true,
  processes: true,
  // The embedded store has a suite of its own.
  share: 0.5,
  makeHarness: async () => {
    const folder = await temporaryFolder();
    const engine = await openEngine(folder.path);
    return {
      engine,
      open: () => openEngine(folder.path),
      child: { module: new URL('./open-engine.fixture.ts', import.meta.url), settings: folder.path },
      close: async () => {
        await engine.close();
        await folder.remove();
      },
    };
  },
});
