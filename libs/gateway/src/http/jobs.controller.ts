import { Controller, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { JobQuery, type CallContext, type Operations } from '@tributary/contracts';
import { Caller, CallerGuard } from './caller.js';
import { parseRequest } from './parse-request.js';
import { OPERATIONS } from './tokens.js';

@UseGuards(CallerGuard)
@Controller('api/jobs')
export class JobsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Get()
  async list(@Query() query: unknown, @Caller() caller: CallContext) {
    return { jobs: await this.operations.listJobs(parseRequest(JobQuery, query), caller) };
  }

  @Get(':id')
  get(@Param('id') id: string, @Caller() caller: CallContext) {
    return this.operations.getJob(id, caller);
  }

  @Post(':id/redrive')
  @HttpCode(202)
  async redrive(@Param('id') id: string, @Caller() caller: CallContext) {
    await this.operations.redriveJob(id, caller);
    return {};
  }

  @Post(':id/cancel')
  @HttpCode(202)
  async cancel(@Param('id') id: string, @Caller() caller: CallContext) {
    await this.operations.cancelJob(id, caller);
    return {};
  }
}
