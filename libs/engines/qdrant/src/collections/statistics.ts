import type { Card } from '@tributary/contracts';
import type { EngineStatistics } from '@tributary/engines-port';
import type { Connection } from '../connection/connection.js';
import { vectorFieldsOf } from '../foreign/describe-collection.js';
import { IS_CHUNK } from '../points/layout.js';
import type { Call, PointStore } from '../points/point-store.js';
import { isOwnMetadata } from './collections.js';

/** Numbers of a collection as the server tells them, whoever made it; points and vectors are counted exactly. @throws `COLLECTION.NOT_FOUND` */
export async function statisticsOf(
  { connection, store }: { readonly connection: Connection; readonly store: PointStore },
  { vectors }: Pick<Card, 'vectors'>,
  call: Call,
): Promise<EngineStatistics> {
  const info = await connection.send((api, init) => api.getCollection({ collection_name: call.collection }, init), call);
  // What is known of our documents as a whole stands in points of its own, which nobody means.
  const passages = isOwnMetadata(info.config.metadata) ? [IS_CHUNK] : [];
  const [points, withVector] = await Promise.all([
    store.count({ must: passages }, call),
    store.count({ must: [...passages, { has_vector: vectors.dense }] }, call),
  ]);
  const field = vectorFieldsOf(info.config.params).find(({ name }) => name === vectors.dense);
  return {
    status: info.status,
    points,
    vectors: withVector,
    indexedVectors: info.indexed_vectors_count ?? null,
    segments: info.segments_count,
    dimension: field?.dimension ?? null,
    distance: field?.distance ?? null,
  };
}
