import type { DynamicModule } from '@nestjs/common';
import { embedChunksQueue, embedQueryQueue } from '@tributary/contracts';
import { BATCHES_IN_FLIGHT } from '@tributary/embedding-port';
import { EmbedChunksJob, EmbedQueryJob, EmbedWorkload } from '@tributary/ingestion';
import type { ModelSettings } from '@tributary/platform';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';

/** Passages that keep a model in this process busy while others are read and written. */
const ENOUGH_FOR_LOCAL = 64;

/** Embeds queries, and chunks whose points it writes. */
export function embedderRole(parts: Parts): DynamicModule {
  const { queues, models } = parts.configuration;
  const { embedChunksConcurrency, embedQueryConcurrency } = queues;
  const workload = new EmbedWorkload({ least: Math.max(...Object.values(models).map(enoughFor)) });
  return JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: [
      { queue: embedQueryQueue, concurrency: embedQueryConcurrency },
      { queue: embedChunksQueue, concurrency: embedChunksConcurrency, workload },
    ],
    jobs: [new EmbedQueryJob(parts), new EmbedChunksJob(parts)],
  });
}

/** Passages: behind a server those of the batches that are under way, and as many again that wait to follow. */
function enoughFor(settings: ModelSettings): number {
  return 'batchSize' in settings ? 2 * BATCHES_IN_FLIGHT * settings.batchSize : ENOUGH_FOR_LOCAL;
}
