import { describeEngine } from '../describe-engine.js';
import { MEMORY_CAPABILITIES, MemoryEngine } from './memory-engine.js';

const BM25 = { k1: 1.2, b: 0.75 };

describeEngine({
  name: 'MemoryEngine',
  capabilities: MEMORY_CAPABILITIES,
  bm25: BM25,
  durable: false,
  processes: false,
  makeHarness: (analyser) => {
    const engine = new MemoryEngine({ bm25: BM25, analyser, termOf: (word) => analyser.termOf(word) });
    return Promise.resolve({ engine, close: () => engine.close() });
  },
});

describeEngine({
  name: 'MemoryEngine without words',
  capabilities: { ...MEMORY_CAPABILITIES, lanes: ['semantic'] },
  bm25: BM25,
  durable: false,
  processes: false,
  makeHarness: (analyser) => {
    const engine = new MemoryEngine({ analyser, wordless: true });
    return Promise.resolve({ engine, close: () => engine.close() });
  },
});
