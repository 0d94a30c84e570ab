import { describeEngine } from '@tributary/engines-port/conformance';
import { BM25 } from '@tributary/ranking';
import { temporaryFolder } from '@tributary/testing';
import { EMBEDDED_CAPABILITIES } from '../index.js';
import { openEngine } from './open-engine.fixture.js';

describeEngine({
  name: 'EmbeddedEngine',
  capabilities: EMBEDDED_CAPABILITIES,
  bm25: BM25,
  durable: true,
  processes: true,
  makeHarness: async () => {
    const folder = await temporaryFolder();
    const engine = await openEngine(folder.path);
    return {
      engine,
      open: () => openEngine(folder.path),
      child: { module: new URL('./open-threaded-engine.fixture.ts', import.meta.url), settings: folder.path },
      close: async () => {
        await engine.close();
        await folder.remove();
      },
    };
  },
});
