import { describeEngine } from '../describe-engine.js';
import { MemoryEngine } from './memory-engine.js';

const BM25 = { k1: 1.2, b: 0.75 };

describeEngine({
  name: 'MemoryEngine',
  bm25: BM25,
  durable: false,
  processes: false,
  makeHarness: (analyser) => {
    const engine = new MemoryEngine({ bm25: BM25, analyser, termOf: (word) => analyser.termOf(word) });
    return Promise.resolve({ engine, close: () => engine.close() });
  },
});
