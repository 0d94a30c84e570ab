import type { DynamicModule } from '@nestjs/common';
import { searchQueue } from '@tributary/contracts';
import { Search, SearchJob } from '@tributary/federation';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';

/** Answers searches. What the first of them needs is read while the process gets ready for it. */
export function searchFederationRole(parts: Parts): DynamicModule {
  return JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: [{ queue: searchQueue, concurrency: parts.configuration.queues.searchConcurrency }],
    jobs: [new SearchJob(new Search(parts))],
    started: () => {
      for (const engine of parts.engines.all()) void engine.readAhead?.();
    },
  });
}
