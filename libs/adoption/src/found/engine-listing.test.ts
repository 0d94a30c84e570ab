import type { Engine, ForeignAlias, ForeignCollection, ForeignCollections, ForeignListOptions } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { eventually, replaced } from '@tributary/testing';
import { expect, it } from 'vitest';
import { EngineListing } from './engine-listing.js';

const clock = { now: () => 0 };
const docs: ForeignCollection = {
  name: 'docs',
  vectors: [{ name: '', kind: 'dense', dimension: 2, distance: 'cosine' }],
  metadata: {},
  points: 1,
};

/** An engine whose aliases are not told yet. */
function untold(list: (options?: ForeignListOptions) => ReturnType<ForeignCollections['list']>) {
  const told = Promise.withResolvers<readonly ForeignAlias[]>();
  const foreign = replaced<ForeignCollections>(new MemoryForeign([]), { list, aliases: () => told.promise });
  const engine = replaced<Engine>(new MemoryEngine({ name: 'other' }), { foreign });
  return { told, listing: new EngineListing(engine, clock) };
}

it('does not wait for the aliases of an engine that is away', async () => {
  const { listing } = untold(() => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'nothing listens')));
  expect(await listing.get({ fresh: true, waitMs: 5_000 })).toMatchObject({ collections: [], error: { code: 'ENGINE.UNAVAILABLE' } });
});

it('shows no collection before the aliases are known', async () => {
  const { told, listing } = untold((options) => {
    options?.each?.(docs);
    return Promise.withResolvers<never>().promise;
  });
  expect((await listing.get({ fresh: true, waitMs: 50 })).collections).toEqual([]);
  const aliases = [{ alias: 'today', collection: 'docs' }];
  told.resolve(aliases);
  await eventually(async () => {
    const { collections, aliases: known } = await listing.get({ fresh: true, waitMs: 50 });
    expect([collections, known]).toEqual([[docs], aliases]);
  });
});

it('has the aliases with the collections', async () => {
  const { told, listing } = untold(() => Promise.resolve({ collections: [docs], failed: [] }));
  const aliases = [{ alias: 'today', collection: 'docs' }];
  setImmediate(() => {
    told.resolve(aliases);
  });
  expect(await listing.get({ fresh: true, waitMs: 5_000 })).toMatchObject({ collections: [docs], aliases });
});
