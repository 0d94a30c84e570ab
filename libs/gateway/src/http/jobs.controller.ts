import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { type CallContext, JobQuery, type Operations, parseRequest, routes } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import { streamJob, streamJobs, wantsEvents, type EventStream } from '../events/job-events.js';
import type { OpenStreams } from '../streams/open-streams.js';
import { Caller } from './caller.js';
import { Serves } from './serves.js';
import { AUTHENTICATOR, OPERATIONS, STREAMS } from './tokens.js';

interface StreamCall {
  readonly request: FastifyRequest;
  readonly caller: CallContext;
  readonly reply: FastifyReply;
}

/** Work in flight: as one answer, or followed as server-sent events. */
@Controller()
export class JobsController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(STREAMS) private readonly streams: OpenStreams,
  ) {}

  @Serves(routes.listJobs)
  async list(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const query = parseRequest(JobQuery, request.query);
    if (wantsEvents(request)) await streamJobs(this.operations, query, this.#open({ request, caller, reply }));
    else void reply.send({ jobs: await this.operations.listJobs(query, caller) });
  }

  @Serves(routes.getJob)
  async get(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    const { id } = request.params;
    if (wantsEvents(request)) await streamJob(this.operations, id, this.#open({ request, caller, reply }));
    else void reply.send(await this.operations.getJob(id, caller));
  }

  @Serves(routes.followJob)
  async follow(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Caller() caller: CallContext, @Res() reply: FastifyReply) {
    await streamJob(this.operations, request.params.id, this.#open({ request, caller, reply }));
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

  /** @throws `LIMIT.STREAMS` */
  #open({ request, caller, reply }: StreamCall): EventStream {
    const end = this.streams.open(caller.principal);
    // Who has gone already does not go again.
    if (caller.signal.aborted) end();
    else reply.raw.once('close', end);
    return { caller, reply, current: this.authenticator.standing(request, caller.principal) };
  }
}
