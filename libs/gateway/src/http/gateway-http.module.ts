import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Operations } from '@tributary/contracts';
import type { AuthenticationOptions } from '../access/authenticate.js';
import { CollectionsController } from './collections.controller.js';
import { DocumentsController } from './documents.controller.js';
import { JobsController } from './jobs.controller.js';
import { ProblemFilter, type ReportError } from './problem.filter.js';
import { SearchController } from './search.controller.js';
import { SourcesController } from './sources.controller.js';
import { AUTHENTICATION, OPERATIONS } from './tokens.js';

export interface GatewayHttpOptions {
  readonly operations: Operations;
  readonly authentication: AuthenticationOptions;
  readonly report: ReportError;
}

/** The operations on HTTP below `/api`. */
@Module({})
export class GatewayHttpModule {
  static register({ operations, authentication, report }: GatewayHttpOptions): DynamicModule {
    return {
      module: GatewayHttpModule,
      controllers: [SearchController, DocumentsController, CollectionsController, SourcesController, JobsController],
      providers: [
        { provide: OPERATIONS, useValue: operations },
        { provide: AUTHENTICATION, useValue: authentication },
        { provide: APP_FILTER, useValue: new ProblemFilter(report) },
      ],
    };
  }
}
