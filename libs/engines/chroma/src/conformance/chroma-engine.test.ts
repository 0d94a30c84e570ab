import { describeEngine } from '@tributary/engines-port/conformance';
import { ChromaEngine } from '../engine/chroma-engine.js';
import { chromaCapabilities } from '../engine/capabilities.js';
import { openEngine } from './open-engine.fixture.js';
import { useChroma } from './use-chroma.fixture.js';

const chroma = useChroma();

describeEngine({
  name: 'ChromaEngine',
  capabilities: chromaCapabilities,
  bm25: { k1: 1.2, b: 0.75 },
  durable: true,
  processes: true,
  makeHarness: async () => {
    const { url } = chroma();
    const engine = await openEngine(url);
    return {
      engine,
      open: () => openEngine(url),
      child: { module: new URL('./open-engine.fixture.ts', import.meta.url), settings: url },
      close: () => dropAndClose(engine),
    };
  },
});

/** The collections of this run, on a server that others may use as well. */
async function dropAndClose(engine: ChromaEngine): Promise<void> {
  const listed = await engine.listCollections();
  for (const { name } of listed) if (name.startsWith('suite-')) await engine.dropCollection(name);
  await engine.close();
}
