import { Body, Controller, Inject } from '@nestjs/common';
import {
  ActivateProjectInput,
  type CallContext,
  DeactivateProjectInput,
  type Operations,
  parseRequest,
  PurgeProjectInput,
  ReindexProjectInput,
  RenewProjectInput,
  routes,
} from '@tributary/contracts';
import { Caller } from './caller.js';
import { Serves } from './serves.js';
import { OPERATIONS } from './tokens.js';

/** Folders that are worked on as projects. */
@Controller()
export class ProjectsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Serves(routes.listProjects)
  async list(@Caller() caller: CallContext) {
    return { projects: await this.operations.listProjects(caller) };
  }

  @Serves(routes.activateProject)
  activate(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.activateProject(parseRequest(ActivateProjectInput, body), caller);
  }

  @Serves(routes.renewProject)
  renew(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.renewProject(parseRequest(RenewProjectInput, body), caller);
  }

  @Serves(routes.deactivateProject)
  deactivate(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.deactivateProject(parseRequest(DeactivateProjectInput, body), caller);
  }

  @Serves(routes.reindexProject)
  reindex(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.reindexProject(parseRequest(ReindexProjectInput, body), caller);
  }

  @Serves(routes.purgeProject)
  purge(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.purgeProject(parseRequest(PurgeProjectInput, body), caller);
  }
}
