import type { ForeignPoint } from '@tributary/engines-port';
import type { Metadata } from 'chromadb';
import type { ChromaConnection } from '../server/connection.js';
import type { ForeignPlace } from './foreign-place.js';

interface Writing {
  readonly connection: ChromaConnection;
  readonly place: ForeignPlace;
  readonly signal: AbortSignal | undefined;
}

/** JSON has no such number and says null instead, which takes a field away. The client leaves out a null that it is given. */
const TAKEN_AWAY = Number.NaN;

/** Writes records into a collection of another program, whose metadata takes texts, numbers and truth values only: all else is written as JSON. Chroma keeps
 *  the fields of a record that is there and that are not written: they are taken away by the same request. */
export async function upsertForeign({ connection, place, signal }: Writing, points: readonly ForeignPoint[]): Promise<void> {
  const target = { signal, collection: place.name };
  const ids = points.map(({ id }) => id);
  const present = await connection.records(place.id, (records) => records.get({ ids, limit: ids.length, include: ['metadatas'] }), target);
  const before = new Map(present.ids.map((id, i) => [id, Object.keys(present.metadatas[i] ?? {})]));
  const columns = {
    ids,
    embeddings: points.map(({ vectors }) => [...(vectors.get('') ?? [])]),
    metadatas: points.map(({ id, payload }) => ({ ...takenAway(before.get(id) ?? []), ...flat(payload) })),
    documents: points.map(({ document = '' }) => document),
  };
  await connection.records(place.id, (records) => records.upsert(columns), target);
}

function takenAway(fields: readonly string[]): Metadata {
  return Object.fromEntries(fields.map((field) => [field, TAKEN_AWAY]));
}

export async function deleteForeign({ connection, place, signal }: Writing, ids: readonly string[]): Promise<void> {
  await connection.records(place.id, (records) => records.delete({ ids: [...ids] }), { signal, collection: place.name });
}

function flat(payload: ForeignPoint['payload']): Metadata {
  const fields: Metadata = {};
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    fields[name] = isPlain ? value : JSON.stringify(value);
  }
  return fields;
}
