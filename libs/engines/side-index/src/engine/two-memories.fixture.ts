import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { MemoryEngine, sampleAnalysis, sampleCard, termOf } from '@tributary/engines-port/memory';
import { replaced } from '@tributary/testing';
import { SideIndexedEngine } from '../index.js';

/** A method of an engine replaced for a while. */
export type Disguise = Partial<Pick<Engine, 'writeDocument' | 'deleteDocuments' | 'nominate' | 'dropCollection' | 'shareRead'>>;

/** An engine without words, its primary, and both joined; the primary can be made to fail. */
export async function twoMemories({ dimension = 8, ...bounds }: { readonly dimension?: number; readonly mostLookedAt?: number } = {}) {
  const rules = { analyser: plainTextAnalyser, termOf };
  const vectors = new MemoryEngine({ name: 'vectors', wordless: true, ...rules });
  const primary = new MemoryEngine({ name: 'primary', ...rules });
  const disguise: { -readonly [Method in keyof Disguise]: Disguise[Method] } = {};
  const fragile = replaced<Engine>(primary, disguise);
  const joined = new SideIndexedEngine({ engine: vectors, primary: fragile, ...sampleAnalysis, ...bounds });
  const collection = 'notes__g1';
  await joined.createCollection(collection, sampleCard(dimension));
  return {
    collection,
    vectors,
    primary,
    joined,
    whilePrimary: async (changed: Disguise, run: () => Promise<unknown>) => {
      Object.assign(disguise, changed);
      try {
        await run();
      } finally {
        for (const method of Object.keys(changed)) Reflect.deleteProperty(disguise, method);
      }
    },
  };
}
