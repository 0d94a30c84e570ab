import type { DynamicModule } from '@nestjs/common';
import { searchQueue } from '@tributary/contracts';
import { Search, SearchJob } from '@tributary/federation';
import type { Parts } from '../parts/compose-parts.js';
import { jobGraceMs } from './grace.js';
import { JobsModule } from './jobs.module.js';
import { readAhead, readWhileOthersAnswer } from './read-ahead.js';

/** A search waits less for an engine's list of collections than a process that becomes ready; one that is away holds nobody up for longer. */
const LISTING_MS = 2_000;

export interface SearchFederationOptions {
  /** Milliseconds after the start until collections are read before anybody searches them; a command that ends before does not begin with it. */
  readonly readAheadDelayMs?: number;
}

/** Answers searches. What the first of them needs is read while the process gets ready for it. */
export function searchFederationRole(parts: Parts, { readAheadDelayMs = 0 }: SearchFederationOptions = {}): DynamicModule {
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
      setTimeout(() => void readAhead(parts.engines.all()), readAheadDelayMs).unref();
    },
  });
}
