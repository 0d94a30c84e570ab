import { within } from '../plan/within.js';
import type { PageRequest } from './page-request.js';
import type { ReadHit } from './read-hits.js';
import { uriOf } from './to-hit.js';

/** Addresses of the near duplicates a hit stands for, of those its caller may read at this moment; none where they cannot be read. */
export async function readAlsoIn({ hit: { alsoIn = [] } }: ReadHit, { deadline, signal }: PageRequest): Promise<readonly string[]> {
  const uris = await Promise.all(
    alsoIn.map(async ({ id, collection }) => {
      try {
        const points = await within({ deadline, signal }, (limit) => collection.readHits([id], limit));
        return points.map(({ payload }) => uriOf(collection.record, payload));
      } catch {
        return [];
      }
    }),
  );
  return uris.flat();
}
