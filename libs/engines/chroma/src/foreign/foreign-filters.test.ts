import { describeForeign } from '@tributary/engines-port/conformance';
import { ChromaClient } from 'chromadb';
import { afterAll, describe } from 'vitest';
import { useChromaUrl } from '../conformance/use-chroma.fixture.js';
import { ChromaEngine } from '../engine/chroma-engine.js';

const chromaUrl = useChromaUrl();

describe('a Chroma with collections of other programs', () => {
  const made: { readonly name: string; readonly engine: ChromaEngine }[] = [];
  const client = () => {
    const { hostname, port } = new URL(chromaUrl());
    return new ChromaClient({ host: hostname, port: Number(port), tenant: 'default_tenant', database: 'default_database' });
  };
  afterAll(async () => {
    for (const { name, engine } of made) {
      await engine.close();
      await client().deleteCollection({ name });
    }
  });

  describeForeign({
    name: 'Chroma',
    flat: true,
    make: async (name, points) => {
      const engine = await ChromaEngine.open({ name: 'chroma', settings: { url: chromaUrl() } });
      made.push({ name, engine });
      await client().createCollection({ name, embeddingFunction: null });
      await engine.foreign.upsert(name, points);
      return engine.foreign;
    },
  });
});
