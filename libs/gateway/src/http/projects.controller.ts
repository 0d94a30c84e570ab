import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import {
  ActivateProjectInput,
  type CallContext,
  DeactivateProjectInput,
  type Operations,
  parseRequest,
  PurgeProjectInput,
  ReindexProjectInput,
  RenewProjectInput,
} from '@tributary/contracts';
import { Caller, CallerGuard } from './caller.js';
import { OPERATIONS } from './tokens.js';

/** Folders that are worked on as projects. */
@UseGuards(CallerGuard)
@Controller('api/projects')
export class ProjectsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Get()
  async list(@Caller() caller: CallContext) {
    return { projects: await this.operations.listProjects(caller) };
  }

  @Post('activate')
  @HttpCode(200)
  activate(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.activateProject(parseRequest(ActivateProjectInput, body), caller);
  }

  @Post('renew')
  @HttpCode(200)
  renew(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.renewProject(parseRequest(RenewProjectInput, body), caller);
  }

  @Post('deactivate')
  @HttpCode(200)
  deactivate(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.deactivateProject(parseRequest(DeactivateProjectInput, body), caller);
  }

  @Post('reindex')
  @HttpCode(200)
  reindex(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.reindexProject(parseRequest(ReindexProjectInput, body), caller);
  }

  @Post('purge')
  @HttpCode(200)
  purge(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.purgeProject(parseRequest(PurgeProjectInput, body), caller);
  }
}
