import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Operations } from '@tributary/contracts';
import type { Authenticator } from '../access/authenticate.js';
import { CollectionsController } from './collections.controller.js';
import { DocumentsController } from './documents.controller.js';
import { JobsController } from './jobs.controller.js';
import { ProblemFilter, type ReportError } from './problem.filter.js';
import { ProjectsController } from './projects.controller.js';
import { ProtectedResourceController } from './protected-resource.controller.js';
import { SearchController } from './search.controller.js';
import { SourcesController } from './sources.controller.js';
import { FIGURES, NO_FIGURES, type ProcessFigures } from '../metrics/figures.js';
import { MetricsController } from '../metrics/metrics.controller.js';
import { CallsController } from '../calls/calls.controller.js';
import { RecentCalls } from '../calls/recent-calls.js';
import { SessionController } from '../session/session.controller.js';
import { SignInController } from '../session/sign-in.controller.js';
import { OpenApiController } from '../openapi/openapi.controller.js';
import type { CallMemory } from '@tributary/state-port';
import { MemoryCallMemory } from '../idempotency/memory-call-memory.js';
import type { FileExtractor } from '../handing-in/hand-in-file.js';
import { OpenStreams } from '../streams/open-streams.js';
import { AUTHENTICATOR, CALL_MEMORY, EXTRACTOR, OPERATIONS, RECENT_CALLS, REPORT, STREAMS, VERSION } from './tokens.js';

export interface GatewayHttpOptions {
  readonly operations: Operations;
  readonly authenticator: Authenticator;
  readonly report: ReportError;
  /** Of calls with an idempotency key; left out: in this process. */
  readonly memory?: CallMemory;
  /** Of files that are handed in as they are; left out: none is taken. */
  readonly extractor?: FileExtractor;
  /** What this process counts beside the figures of the status; left out: nothing. */
  readonly metrics?: ProcessFigures;
  /** What assistants asked lately; left out: nothing is kept. */
  readonly recentCalls?: RecentCalls;
  /** Of the product, as the description of the API says it. */
  readonly version: string;
}

/** The operations on HTTP below `/api`. */
@Module({})
export class GatewayHttpModule {
  static register({
    operations,
    authenticator,
    report,
    version,
    extractor,
    metrics = NO_FIGURES,
    memory = new MemoryCallMemory(),
    recentCalls = new RecentCalls(0),
  }: GatewayHttpOptions): DynamicModule {
    return {
      module: GatewayHttpModule,
      controllers: [
        SearchController,
        DocumentsController,
        CollectionsController,
        SourcesController,
        ProjectsController,
        JobsController,
        ProtectedResourceController,
        OpenApiController,
        MetricsController,
        SessionController,
        SignInController,
        CallsController,
      ],
      providers: [
        { provide: OPERATIONS, useValue: operations },
        { provide: AUTHENTICATOR, useValue: authenticator },
        { provide: STREAMS, useValue: new OpenStreams() },
        { provide: CALL_MEMORY, useValue: memory },
        { provide: RECENT_CALLS, useValue: recentCalls },
        { provide: EXTRACTOR, useValue: extractor },
        { provide: REPORT, useValue: report },
        { provide: FIGURES, useValue: metrics },
        { provide: VERSION, useValue: version },
        { provide: APP_FILTER, useValue: new ProblemFilter({ report, resource: authenticator.resource }) },
      ],
    };
  }
}
