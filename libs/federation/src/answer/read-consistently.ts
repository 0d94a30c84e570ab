import { setTimeout as pause } from 'node:timers/promises';
import type { StoredPoint } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';

const ATTEMPTS = 4;
const PAUSE_MS = 15;

export interface ChunkWish {
  readonly collection: ScopedCollection;
  readonly docId: string;
  readonly chunks?: { readonly from: number; readonly to: number };
  readonly isConsistent: (points: readonly StoredPoint[]) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Chunks of a document, read again while a writer is in the middle of replacing it. Undefined when that does not end. */
export async function readConsistently({
  collection,
  isConsistent,
  docId,
  ...options
}: ChunkWish): Promise<readonly StoredPoint[] | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const points = await collection.readChunks(docId, options);
    if (isConsistent(points)) return points;
    if (attempt < ATTEMPTS) await pause(PAUSE_MS, undefined, options.signal ? { signal: options.signal } : {});
  }
  return undefined;
}
