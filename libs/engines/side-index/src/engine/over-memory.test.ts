import { describeEngine } from '@tributary/engines-port/conformance';
import { MEMORY_CAPABILITIES, MemoryEngine, sampleAnalysis } from '@tributary/engines-port/memory';
import { SideIndexedEngine, sideIndexedCapabilities } from '../index.js';

const BM25 = { k1: 1.2, b: 0.75 };

describeEngine({
  name: 'SideIndexedEngine over memory',
  capabilities: sideIndexedCapabilities(MEMORY_CAPABILITIES),
  bm25: BM25,
  durable: false,
  processes: false,
  makeHarness: (analyser) => {
    const primary = new MemoryEngine({ name: 'primary', bm25: BM25, analyser, termOf: (word) => analyser.termOf(word) });
    const engine = new SideIndexedEngine({ engine: new MemoryEngine({ analyser, wordless: true }), primary, ...sampleAnalysis });
    return Promise.resolve({ engine, close: () => engine.close() });
  },
});
