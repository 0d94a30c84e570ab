import type { ForeignPoint } from '@tributary/engines-port';
import type { Metadata } from 'chromadb';
import type { ChromaConnection } from '../server/connection.js';
import type { ForeignPlace } from './foreign-place.js';

interface Writing {
  readonly connection: ChromaConnection;
  readonly place: ForeignPlace;
  readonly signal: AbortSignal | undefined;
}

/** Writes records into a collection of another program, whose metadata takes texts, numbers and truth values only: all else is written as JSON. */
export async function upsertForeign({ connection, place, signal }: Writing, points: readonly ForeignPoint[]): Promise<void> {
  const columns = {
    ids: points.map(({ id }) => id),
    embeddings: points.map(({ vectors }) => [...(vectors.get('') ?? [])]),
    metadatas: points.map(({ payload }) => flat(payload)),
    documents: points.map(({ document = '' }) => document),
  };
  await connection.records(place.id, (records) => records.upsert(columns), { signal, collection: place.name });
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
