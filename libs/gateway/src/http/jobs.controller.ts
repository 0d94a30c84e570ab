import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { type CallContext, JobQuery, type Operations, parseRequest, routes } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamJob, streamJobs, wantsEvents } from '../events/job-events.js';
import { Caller } from './caller.js';
import { Serves } from './serves.js';
import { OPERATIONS } from './tokens.js';

/** Work in flight: as one answer, or followed as server-sent events. */
@Controller()
export class JobsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Serves(routes.listJobs)
  async list(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const query = parseRequest(JobQuery, request.query);
    if (wantsEvents(request)) await streamJobs(this.operations, query, { caller, reply });
    else void reply.send({ jobs: await this.operations.listJobs(query, caller) });
  }

  @Serves(routes.getJob)
  async get(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const { id } = request.params;
    if (wantsEvents(request)) await streamJob(this.operations, id, { caller, reply });
    else void reply.send(await this.operations.getJob(id, caller));
  }

  @Serves(routes.followJob)
  follow(@Param('id') id: string, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    return streamJob(this.operations, id, { caller, reply });
  }

  @Serves(routes.redriveJob)
  async redrive(@Param('id') id: string, @Caller() caller: CallContext) {
    await this.operations.redriveJob(id, caller);
    return {};
  }

  @Serves(routes.cancelJob)
  async cancel(@Param('id') id: string, @Caller() caller: CallContext) {
    await this.operations.cancelJob(id, caller);
    return {};
  }
}
