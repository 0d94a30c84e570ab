import { systemClock } from '@tributary/kernel';
import { describeCursorStore, inMemory } from '@tributary/state-port/conformance';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { RankedList } from './ranked-list.js';
import { MemoryCursorStore } from './memory-cursor-store.js';

const MOST_BYTES_A_LIST = 32_000;

const list: RankedList = {
  hits: Array.from({ length: 300 }, (_, i) => ({
    id: `a6fb06bb-40f6-8e21-d10f-${i.toString().padStart(12, '0')}`,
    collection: `collection-${(i % 9).toString()}`,
    relevance: 1 / (i + 1.5),
    version: 1_795_849_875_289 + i,
    ...(i % 7 === 0 ? { more: i + 1 } : {}),
  })),
  coverage: [{ collection: 'collection-0', engine: 'main', status: 'searched', ms: 1.5, candidates: 300, lanes: {} }],
  demands: { phrases: [], excluded: [] },
  caller: 'somebody',
  owner: 'somebody',
};

describeCursorStore({
  name: 'lists in memory',
  makeHarness: () => inMemory((clock) => new MemoryCursorStore(clock)),
  lists: [list, { ...list, hits: [{ id: 'a', collection: 'notes', relevance: 0.5, alsoIn: [{ id: 'b', collection: 'wiki' }] }] }],
});

it(`keeps a long list in less than ${MOST_BYTES_A_LIST.toString()} bytes`, async () => {
  setFlagsFromString('--expose-gc');
  // safe: the flag puts the collector into contexts made after it
  const collect = runInNewContext('gc') as () => void;
  const store = new MemoryCursorStore(systemClock);
  const bytes = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = bytes();
  // Each list has objects of its own, as the lists of a thousand searches have.
  for (let i = 0; i < 500; i++) await store.put(structuredClone(list));
  expect((bytes() - before) / 500).toBeLessThan(MOST_BYTES_A_LIST);
});
