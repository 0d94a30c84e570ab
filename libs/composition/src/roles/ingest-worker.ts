import { Module, type DynamicModule } from '@nestjs/common';
import { embedChunksQueue, ingestDocumentQueue, maintenanceQueue, syncSourceQueue } from '@tributary/contracts';
import { IngestDocumentJob, MaintenanceJob, SyncSourceJob } from '@tributary/ingestion';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';
import { UpkeepModule } from './upkeep.module.js';
import { WatchModule } from './watch.module.js';

/** Documents are not chunked further ahead than this many jobs of the embedders. */
const EMBED_JOBS_AHEAD = 2000;

@Module({})
class IngestWorkerRole {}

/** Compares sources with the index, chunks documents, and keeps the catalog in order. */
export function ingestWorkerRole(parts: Parts, { upkeepDelayMs = 0 }: { readonly upkeepDelayMs?: number } = {}): DynamicModule {
  const { syncSourceConcurrency, ingestDocumentConcurrency, maintenanceConcurrency } = parts.configuration.queues;
  const jobs = JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: [
      { queue: syncSourceQueue, concurrency: syncSourceConcurrency },
      {
        queue: ingestDocumentQueue,
        concurrency: ingestDocumentConcurrency,
        holdWhile: { queue: embedChunksQueue, waitingOver: EMBED_JOBS_AHEAD },
      },
      { queue: maintenanceQueue, concurrency: maintenanceConcurrency },
    ],
    jobs: [new SyncSourceJob(parts), new IngestDocumentJob(parts), new MaintenanceJob(parts)],
  });
  return {
    module: IngestWorkerRole,
    imports: [jobs, UpkeepModule.register({ parts, delayMs: upkeepDelayMs }), WatchModule.register({ parts, delayMs: upkeepDelayMs })],
  };
}
