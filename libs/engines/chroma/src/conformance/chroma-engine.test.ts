import { describeEngine } from '@tributary/engines-port/conformance';
import { chromaCapabilities } from '../engine/capabilities.js';
import { openEngine } from './open-engine.fixture.js';
import { useChromaUrl } from './use-chroma.fixture.js';

const chromaUrl = useChromaUrl();

describeEngine({
  name: 'ChromaEngine',
  capabilities: chromaCapabilities,
  bm25: { k1: 1.2, b: 0.75 },
  durable: true,
  processes: true,
  // The side index runs this adapter through more of them.
  share: 0.1,
  makeHarness: async () => {
    const url = chromaUrl();
    const engine = await openEngine(url);
    const made = new Set<string>();
    const create = engine.createCollection.bind(engine);
    engine.createCollection = (name, ...rest) => {
      made.add(name);
      return create(name, ...rest);
    };
    const close = async () => {
      // The server may be one that others use as well.
      for (const name of made) if (await engine.getCollection(name)) await engine.dropCollection(name);
      await engine.close();
    };
    const child = { module: new URL('./open-engine.fixture.ts', import.meta.url), settings: url };
    return { engine, open: () => openEngine(url), child, close };
  },
});
