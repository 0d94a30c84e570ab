import { Module, type DynamicModule } from '@nestjs/common';
import {
  embedChunksQueue,
  ingestDocumentQueue,
  maintenanceQueue,
  queuesOfReach,
  syncSourceQueue,
  type SourceReach,
} from '@tributary/contracts';
import { IngestDocumentJob, MaintenanceJob, SyncSourceJob } from '@tributary/ingestion';
import type { Parts } from '../parts/compose-parts.js';
import { boundReaders, reachesOf } from './bound-readers.js';
import type { HandledQueue } from '@tributary/messaging-port';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';
import { UpkeepModule } from './upkeep.module.js';
import { WatchModule } from './watch.module.js';

/** Handed-in documents that are indexed where they were cut, beside those being cut: so many that no stage of the way waits for another one. Files have more
 *  passages, and with more of them under way one just saved would be behind thousands. */
const INDEXED_AT_ONCE = 160;
/** Documents are not chunked further ahead than this many jobs of the embedders. */
const EMBED_JOBS_AHEAD = 2000;

@Module({})
class IngestWorkerRole {}

export interface IngestWorkerOptions {
  readonly upkeepDelayMs?: number;
  readonly sweepEveryMs?: number;
  /** Whether this process is an embedder, too. */
  readonly embeds?: boolean;
}

/** Compares sources with the index, chunks documents, and keeps the catalog in order. */
export function ingestWorkerRole(given: Parts, options: IngestWorkerOptions = {}): DynamicModule {
  const { upkeepDelayMs = 0, sweepEveryMs, embeds = false } = options;
  const reaches = reachesOf(given);
  const parts = { ...given, readers: boundReaders(given.readers, reaches) };
  const splitting = { indexesHere: embeds, readsAtOnce: parts.configuration.queues.ingestDocumentConcurrency };
  const jobs = JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: handledQueues(parts, reaches, embeds),
    jobs: [new SyncSourceJob(parts), new IngestDocumentJob(parts, splitting), new MaintenanceJob(parts)],
  });
  return {
    module: IngestWorkerRole,
    imports: [
      jobs,
      UpkeepModule.register({ parts, delayMs: upkeepDelayMs, sweepEveryMs }),
      WatchModule.register({ parts, delayMs: upkeepDelayMs }),
    ],
  };
}

/** What any worker takes, and what only those take that reach the sources. */
function handledQueues({ configuration }: Parts, reaches: readonly SourceReach[], embeds: boolean): readonly HandledQueue[] {
  const { syncSourceConcurrency, ingestDocumentConcurrency, maintenanceConcurrency } = configuration.queues;
  const holdWhile = { queue: embedChunksQueue, waitingOver: EMBED_JOBS_AHEAD };
  const bound = reaches.map(queuesOfReach).flatMap(({ sync, read }) => [
    { queue: sync, concurrency: syncSourceConcurrency },
    { queue: read, concurrency: ingestDocumentConcurrency, holdWhile },
  ]);
  return [
    ...bound,
    { queue: syncSourceQueue, concurrency: syncSourceConcurrency },
    { queue: ingestDocumentQueue, concurrency: ingestDocumentConcurrency + (embeds ? INDEXED_AT_ONCE : 0), holdWhile },
    { queue: maintenanceQueue, concurrency: maintenanceConcurrency },
  ];
}
