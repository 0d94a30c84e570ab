import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { MemoryEngine, sampleAnalysis, sampleCard, termOf } from '@tributary/engines-port/memory';
import { SideIndexedEngine } from '../index.js';

/** A method of an engine replaced for a while. */
export type Disguise = Partial<Pick<Engine, 'writeDocument' | 'deleteDocuments' | 'nominate' | 'dropCollection'>>;

/** An engine without words, its primary, and both joined; the primary can be made to fail. */
export async function twoMemories({ dimension = 8, ...bounds }: { readonly dimension?: number; readonly mostLookedAt?: number } = {}) {
  const rules = { analyser: plainTextAnalyser, termOf };
  const vectors = new MemoryEngine({ name: 'vectors', wordless: true, ...rules });
  const primary = new MemoryEngine({ name: 'primary', ...rules });
  let disguise: Disguise = {};
  const fragile = new Proxy<Engine>(primary, {
    get: (target, name) => {
      // safe: unknown promises nothing
      const value: unknown = Reflect.get(disguise, name) ?? Reflect.get(target, name);
      // safe: unknown promises nothing
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const joined = new SideIndexedEngine({ engine: vectors, primary: fragile, ...sampleAnalysis, ...bounds });
  const collection = 'notes__g1';
  await joined.createCollection(collection, sampleCard(dimension));
  return {
    collection,
    vectors,
    primary,
    joined,
    whilePrimary: async (changed: Disguise, run: () => Promise<unknown>) => {
      disguise = changed;
      try {
        await run();
      } finally {
        disguise = {};
      }
    },
  };
}
