import type { DynamicModule } from '@nestjs/common';
import { embedChunksQueue, embedQueryQueue } from '@tributary/contracts';
import { EmbedChunksJob, EmbedQueryJob } from '@tributary/ingestion';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';

/** Embeds queries, and chunks whose points it writes. */
export function embedderRole(parts: Parts): DynamicModule {
  const { embedChunksConcurrency, embedQueryConcurrency } = parts.configuration.queues;
  return JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: [
      { queue: embedQueryQueue, concurrency: embedQueryConcurrency },
      { queue: embedChunksQueue, concurrency: embedChunksConcurrency },
    ],
    jobs: [new EmbedQueryJob(parts), new EmbedChunksJob(parts)],
  });
}
