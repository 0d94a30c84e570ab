import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { type CallContext, JobQuery, type Operations, parseRequest } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamJob, streamJobs, wantsEvents } from '../events/job-events.js';
import { Caller, CallerGuard } from './caller.js';
import { OPERATIONS } from './tokens.js';

/** Work in flight: as one answer, or followed as server-sent events. */
@UseGuards(CallerGuard)
@Controller('api/jobs')
export class JobsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const query = parseRequest(JobQuery, request.query);
    if (wantsEvents(request)) await streamJobs(this.operations, query, { caller, reply });
    else void reply.send({ jobs: await this.operations.listJobs(query, caller) });
  }

  @Get(':id')
  async get(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const { id } = request.params;
    if (wantsEvents(request)) await streamJob(this.operations, id, { caller, reply });
    else void reply.send(await this.operations.getJob(id, caller));
  }

  @Get(':id/events')
  follow(@Param('id') id: string, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    return streamJob(this.operations, id, { caller, reply });
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
