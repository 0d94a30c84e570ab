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

/** Documents are not chunked further ahead than this many jobs of the embedders. */
const EMBED_JOBS_AHEAD = 2000;

@Module({})
class IngestWorkerRole {}

/** Compares sources with the index, chunks documents, and keeps the catalog in order. */
export function ingestWorkerRole(given: Parts, { upkeepDelayMs = 0 }: { readonly upkeepDelayMs?: number } = {}): DynamicModule {
  const reaches = reachesOf(given);
  const parts = { ...given, readers: boundReaders(given.readers, reaches) };
  const jobs = JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: handledQueues(parts, reaches),
    jobs: [new SyncSourceJob(parts), new IngestDocumentJob(parts), new MaintenanceJob(parts)],
  });
  return {
    module: IngestWorkerRole,
    imports: [jobs, UpkeepModule.register({ parts, delayMs: upkeepDelayMs }), WatchModule.register({ parts, delayMs: upkeepDelayMs })],
  };
}

/** What any worker takes, and what only those take that reach the sources. */
function handledQueues({ configuration }: Parts, reaches: readonly SourceReach[]): readonly HandledQueue[] {
  const { syncSourceConcurrency, ingestDocumentConcurrency, maintenanceConcurrency } = configuration.queues;
  const holdWhile = { queue: embedChunksQueue, waitingOver: EMBED_JOBS_AHEAD };
  const bound = reaches.map(queuesOfReach).flatMap(({ sync, read }) => [
    { queue: sync, concurrency: syncSourceConcurrency },
    { queue: read, concurrency: ingestDocumentConcurrency, holdWhile },
  ]);
  return [
    ...bound,
    { queue: syncSourceQueue, concurrency: syncSourceConcurrency },
    { queue: ingestDocumentQueue, concurrency: ingestDocumentConcurrency, holdWhile },
    { queue: maintenanceQueue, concurrency: maintenanceConcurrency },
  ];
}
