import { Engines } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { permanent, retryable } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Examine } from './examine.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

/** A collection of another program that was adopted under a name of its own. */
async function adopted() {
  const foreign = new MemoryForeign([{ name: 'their docs', vectors: [], metadata: {}, points: [] }]);
  const { card } = await new EnsureCollection(bed.collaborators).run('notes');
  await bed.catalog.collections.change('docs', () => ({
    set: { name: 'docs', engine: 'team', adopted: 'their docs', card, generation: 1 },
  }));
  const parts = { ...bed.collaborators, engines: new Engines(bed.engine, [new MemoryEngine({ name: 'team', foreign })]) };
  return { foreign, examine: (repair: boolean) => new Examine(parts).run({ repair }, AbortSignal.timeout(60_000)) };
}

it('an adopted collection that its maker removed is named, with what to do, and left as it is', async () => {
  const { foreign, examine } = await adopted();
  expect(await examine(false)).toMatchObject({ found: 0 });
  foreign.set('their docs', undefined);
  for (const repair of [false, true]) {
    const { found, repaired, examples } = await examine(repair);
    expect({ found, repaired }).toEqual({ found: 1, repaired: 0 });
    expect(examples).toMatchObject([{ kind: 'missing-collection', collection: 'docs' }]);
    expect(examples[0]?.detail).toContain('team has no collection their docs any more: tributary collections remove docs');
  }
  expect(await bed.catalog.collections.get('docs')).toMatchObject({ adopted: 'their docs', removed: false });
  expect((await foreign.list()).collections).toEqual([]);
});

it('an adopted collection whose engine does not answer for it is not taken for removed', async () => {
  const { foreign, examine } = await adopted();
  foreign.inspect = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away'));
  expect(await examine(false)).toMatchObject({ found: 0 });
});

it('an adopted collection that its engine refuses to show is said not to be compared, and the others are', async () => {
  const { foreign, examine } = await adopted();
  foreign.inspect = () => Promise.reject(permanent('ENGINE.REFUSED', 'This key may not see it.'));
  expect(await examine(false)).toMatchObject({
    found: 0,
    uncompared: [{ engine: 'team', collections: ['docs'], reason: 'This key may not see it.' }],
  });
});
