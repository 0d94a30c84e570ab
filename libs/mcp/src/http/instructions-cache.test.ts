import { localOwner, type Operations } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { InstructionsCache } from './instructions-cache.js';

it('keeps instructions for ten seconds, and not after the clock was a year ahead and has been set back', async () => {
  let [now, listed] = [1_000_000, 0];
  const operations = new MemoryOperations();
  const listCollections: Operations['listCollections'] = () => {
    listed += 1;
    return operations.listCollections();
  };
  const cache = new InstructionsCache({ listCollections }, { now: () => now });
  const afterMs = async (ms: number) => {
    now += ms;
    await cache.for(localOwner, []);
    return listed;
  };
  expect([await afterMs(0), await afterMs(9_999), await afterMs(1), await afterMs(-365 * 86_400_000)]).toEqual([1, 1, 2, 3]);
});
