import { z } from 'zod';
import { CollectionName, DocumentVersion } from '../names/names.js';
import { reachOf, type SourceReach } from '../sources/source-reach.js';
import type { SourceSummary } from '../sources/source.js';
import { DOCUMENT_RETRY, defineQueue } from './define-queue.js';
import { acceptedKey } from './accepted-key.js';
import { epoch } from './epoch.js';
import { trace } from './trace.js';

const SkipCounts = z.record(z.string(), z.number().int().nonnegative());

export const SyncResult = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int(),
  skipped: SkipCounts.describe('Number of files left out, by reason.'),
});
export type SyncResult = z.infer<typeof SyncResult>;

const SyncSource = z.object({
  source_id: z.string(),
  confirmed: z.boolean().default(false),
  paths: z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(1000)
    .optional()
    .describe('Only what stands at these paths of the source and below is compared; left out: everything.'),
  unless_since: z
    .number()
    .int()
    .optional()
    .describe(
      'Milliseconds since the epoch: skipped where a comparison of everything that began then or later has been through. Left out: never.',
    ),
  trace,
});

const sync = {
  data: SyncSource,
  result: SyncResult,
  // A confirmation must not vanish behind a waiting job that lacks it.
  // Nor must a path behind a job that compares others.
  // Nor must a wish of now behind one that an earlier comparison fulfils; of those one may stand for another, whenever they were made.
  dedupKey: ({ source_id, confirmed, paths, unless_since: since }: z.output<typeof SyncSource>) => {
    if (paths !== undefined) return undefined;
    return [source_id, ...(confirmed ? ['confirmed'] : []), ...(since === undefined ? [] : ['unless'])].join(':');
  },
  exclusiveKey: ({ source_id }: z.output<typeof SyncSource>) => source_id,
  label: ({ source_id }: z.output<typeof SyncSource>) => source_id,
};

/** Syncs by whoever does not know what the source is, as versions up to 0.1.0 asked for them: any ingest worker hands them on. */
export const syncSourceQueue = defineQueue({ name: 'sync-source', ...sync });
export const syncLocalQueue = defineQueue({ name: 'sync-local', ...sync });
export const syncWebQueue = defineQueue({ name: 'sync-web', ...sync });

/** An accepted document whose text the worker has to fetch from its source. */
const ReadDocument = z.object({
  collection: CollectionName,
  id: z.string().min(1).max(2048).describe('Of the document, in its collection.'),
  version: DocumentVersion.optional(),
  source_id: z.string().optional(),
  epoch,
  trace,
});

const read = {
  data: ReadDocument,
  result: z.object({ chunks: z.number().int().nonnegative(), version: DocumentVersion }),
  retry: DOCUMENT_RETRY,
  dedupKey: acceptedKey,
  outageKey: ({ collection }: z.output<typeof ReadDocument>) => collection,
  label: ({ collection, id }: z.output<typeof ReadDocument>) => `${collection}/${id}`,
};

export const readLocalQueue = defineQueue({ name: 'read-local', ...read });
export const readWebQueue = defineQueue({ name: 'read-web', ...read });

/** The queues of the workers that reach sources of one sort. */
export function queuesOfReach(reach: SourceReach) {
  return reach === 'web' ? { sync: syncWebQueue, read: readWebQueue } : { sync: syncLocalQueue, read: readLocalQueue };
}

/** Where a sync of a source of this kind is asked for. */
export function syncQueueOf(kind: SourceSummary['kind']): typeof syncLocalQueue {
  return queuesOfReach(reachOf(kind)).sync;
}

/** Whether a job of this queue is a sync, whose label is the id of its source. */
export function isSyncQueue(name: string): boolean {
  return SYNC_QUEUES.some((queue) => queue.name === name);
}

/** Every queue that holds syncs. */
export const SYNC_QUEUES = [syncSourceQueue, syncLocalQueue, syncWebQueue] as const;
