import type { DynamicModule } from '@nestjs/common';
import { searchQueue } from '@tributary/contracts';
import { Search, SearchJob } from '@tributary/federation';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';
import { readAhead, readWhileOthersAnswer } from './read-ahead.js';

/** A search waits less for an engine's list of collections than a process that becomes ready; one that is away holds nobody up for longer. */
const LISTING_MS = 2_000;

/** Answers searches. What the first of them needs is read while the process gets ready for it. */
export function searchFederationRole(parts: Parts): DynamicModule {
  return JobsModule.register({
    queues: parts.queues,
    graceMs: jobGraceMs(parts),
    handles: [{ queue: searchQueue, concurrency: parts.configuration.queues.searchConcurrency }],
    jobs: [new SearchJob(new Search(parts))],
    prepare: async () => {
      await parts.found.beside([], { waitMs: LISTING_MS });
      await readWhileOthersAnswer(parts.engines.all(), parts.queues);
    },
    started: () => {
      void readAhead(parts.engines.all());
    },
  });
}
