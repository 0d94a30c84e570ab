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
import { AUTHENTICATOR, OPERATIONS } from './tokens.js';

export interface GatewayHttpOptions {
  readonly operations: Operations;
  readonly authenticator: Authenticator;
  readonly report: ReportError;
}

/** The operations on HTTP below `/api`. */
@Module({})
export class GatewayHttpModule {
  static register({ operations, authenticator, report }: GatewayHttpOptions): DynamicModule {
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
      ],
      providers: [
        { provide: OPERATIONS, useValue: operations },
        { provide: AUTHENTICATOR, useValue: authenticator },
        { provide: APP_FILTER, useValue: new ProblemFilter({ report, resource: authenticator.resource }) },
      ],
    };
  }
}
