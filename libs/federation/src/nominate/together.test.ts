import { SearchRequest } from '@tributary/contracts';
import { parseQuery } from '@tributary/ranking';
import { describe, expect, it } from 'vitest';
import { depthTogether } from '../plan/candidates-per-lane.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const COLLECTIONS = ['north', 'south', 'west', 'east', 'baltic', 'adriatic'];
const FEW = COLLECTIONS.slice(0, 3);
const EACH = 60;
/** What a lane names in one collection. */
const DEPTH = 100;
/** What lanes name in each of six besides. */
const BESIDES = 8;
/** What one lane names in each of six where each is searched for itself. */
const BY_ITSELF = 30;

async function openBed(): Promise<Testbed> {
  const bed = await Testbed.open();
  for (const [at, name] of COLLECTIONS.entries()) {
    const ships = Array.from({ length: EACH }, (_, n) => ({
      key: n.toString(),
      title: `Ship ${n.toString()}`,
      text: `The ship number ${(at * EACH + n).toString()} enters the harbour${' by day'.repeat(n % 7)}${' at high tide'.repeat(n % 5)}.`,
    }));
    await bed.collection(name, ships);
  }
  return bed;
}

describe('collections of one model', () => {
  it('are looked into together as deep as one would be, by all evidence; few of them, and by one lane, each for itself', async () => {
    await using bed = await openBed();
    const named = async (request: Parameters<Testbed['run']>[0]) => {
      const { coverage } = await bed.run(request);
      return coverage.reduce((sum, { lanes }) => sum + (lanes.semantic?.candidates ?? 0), 0);
    };
    const query = 'a ship in the harbour';
    // The first search reads the collections, and those that are read later are searched later.
    await named({ query });
    const together = await named({ query });
    expect(together).toBeGreaterThanOrEqual(DEPTH);
    expect(together).toBeLessThan(DEPTH + COLLECTIONS.length * BESIDES);
    expect(await named({ query, collections: FEW })).toBe(FEW.length * EACH);
    expect(await named({ query, algorithm: 'semantic' })).toBe(COLLECTIONS.length * BY_ITSELF);
    expect(await named({ query: `${query} -storm` })).toBe(COLLECTIONS.length * EACH);
  });

  it('share what is named beside the best of all, three of each at least', () => {
    const [request, query] = [SearchRequest.parse({ query: 'ship' }), parseQuery('ship')];
    const eachOf = (collections: number) => depthTogether(request, query, collections)?.each;
    expect([4, 6, 16, 40].map(eachOf)).toEqual([undefined, 8, 3, 3]);
  });
});
