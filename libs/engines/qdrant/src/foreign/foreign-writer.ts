import type { Schemas } from '@qdrant/js-client-rest';
import { checkFinite, type ForeignPoint } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Call, PointStore } from '../points/point-store.js';
import { wellFormed } from '../points/well-formed.js';
import { pointIdOf } from './point-id.js';

/** Writes points as they are into a collection of another program. @throws `ENGINE.POINT_INVALID`, `ENGINE.VECTOR_INVALID` */
export async function upsertForeign(store: PointStore, points: readonly ForeignPoint[], call: Call): Promise<void> {
  await store.update([{ upsert: { points: points.map(encode) } }], call);
}

/** Deletes points by id; what can be no id of a point is none. */
export async function deleteForeign(store: PointStore, ids: readonly string[], call: Call): Promise<void> {
  const points = ids.flatMap((id) => pointIdOf(id) ?? []);
  if (points.length > 0) await store.update([{ delete: { points } }], call);
}

function encode({ id, payload, vectors }: ForeignPoint): Schemas['PointStruct'] {
  const pointId = pointIdOf(id);
  if (pointId === undefined)
    throw permanent('ENGINE.POINT_INVALID', `The point id ${id} is neither a UUID nor a number: Qdrant takes no other.`);
  vectors.forEach(checkFinite);
  const unnamed = vectors.get('');
  const vector = unnamed ? [...unnamed] : Object.fromEntries([...vectors].map(([name, values]) => [name, [...values]]));
  return { id: pointId, vector, payload: wellFormed(payload) };
}
