import { setTimeout as pause } from 'node:timers/promises';
import type { StoredPoint } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';

const ATTEMPTS = 4;
const PAUSE_MS = 15;
/** Chunks of a whole document that are read before others get the event loop. */
const PAGE = 1_000;

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
  // An engine that shows whole documents may read all of one without a break.
  const isInPages = options.chunks === undefined && !collection.isForeign && collection.showsWholeDocuments;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const points = await (isInPages ? readInPages({ collection, docId, ...options }) : collection.readChunks(docId, options));
    if (isConsistent(points)) return points;
    if (attempt < ATTEMPTS) await pause(PAUSE_MS, undefined, options.signal ? { signal: options.signal } : {});
  }
  return undefined;
}

/** Between two pages the document may be replaced: their versions tell. */
async function readInPages({ collection, docId, signal }: Omit<ChunkWish, 'isConsistent'>): Promise<readonly StoredPoint[]> {
  const points: StoredPoint[] = [];
  for (;;) {
    const page = await collection.readChunks(docId, { chunks: { from: points.length, to: points.length + PAGE - 1 }, signal });
    points.push(...page);
    if (page.length < PAGE) return points;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  }
}
