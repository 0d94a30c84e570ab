import type { StoredPoint } from '@tributary/engines-port';
import { within } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { PlacedPassage } from '../refine/refined-hit.js';
import type { PageRequest } from './page-request.js';
import type { ReadHit } from './read-hits.js';
import { uriOf } from './to-hit.js';

/** By hit, the addresses of the near duplicates it stands for, of those its caller may read at this moment; none of a collection that cannot be read. */
export async function readAlsoIn(hits: readonly ReadHit[], page: PageRequest): Promise<ReadonlyMap<ReadHit, readonly string[]>> {
  const copiesOf = ({ hit }: ReadHit) => hit.alsoIn ?? [];
  const byCollection = Map.groupBy(hits.flatMap(copiesOf), ({ collection }) => collection);
  const read = await Promise.all([...byCollection].map(async ([collection, copies]) => addressesOf(collection, copies, page)));
  const addresses = new Map(read.flat());
  return new Map(hits.map((hit) => [hit, copiesOf(hit).flatMap((copy) => addresses.get(copy) ?? [])]));
}

async function addressesOf(
  collection: ScopedCollection,
  copies: readonly PlacedPassage[],
  { deadline, signal }: PageRequest,
): Promise<readonly (readonly [PlacedPassage, string])[]> {
  const ids = copies.map(({ id }) => id);
  const points = await within({ deadline, signal }, (limit) => collection.readHits(ids, limit)).catch((): readonly StoredPoint[] => []);
  const byId = new Map(points.map(({ id, payload }) => [id, uriOf(collection.record, payload)]));
  return copies.flatMap((copy) => {
    const uri = byId.get(copy.id);
    return uri === undefined ? [] : [[copy, uri] as const];
  });
}
