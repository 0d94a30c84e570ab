import { describeCallCounts, inMemory } from '@tributary/state-port/conformance';
import { MemoryCallCounts } from './memory-call-counts.js';

describeCallCounts({
  name: 'counts in memory',
  makeHarness: (settings) => inMemory((clock) => new MemoryCallCounts(settings, clock)),
});
