import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { type CallContext, IngestAnswer, type Operations, parseRequest, routes, SourceInput } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Caller } from './caller.js';
import { repeatable } from './repeatable.js';
import { Serves } from './serves.js';
import { CALL_MEMORY, OPERATIONS } from './tokens.js';
import type { CallMemory } from '@tributary/state-port';

@Controller()
export class SourcesController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(CALL_MEMORY) private readonly memory: CallMemory,
  ) {}

  @Serves(routes.addSource)
  add(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const input = parseRequest(SourceInput, request.body);
    return repeatable(this.memory, { request, reply, caller, body: request.body, answer: IngestAnswer }, () =>
      this.operations.addSource(input, caller),
    );
  }

  @Serves(routes.listSources)
  async list(@Caller() caller: CallContext) {
    return { sources: await this.operations.listSources(caller) };
  }

  @Serves(routes.syncSource)
  sync(@Param('id') id: string, @Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.syncSource(id, parseRequest(routes.syncSource.body, body), caller);
  }

  @Serves(routes.pauseSource)
  pause(@Param('id') id: string, @Caller() caller: CallContext) {
    return this.operations.pauseSource(id, caller);
  }

  @Serves(routes.resumeSource)
  resume(@Param('id') id: string, @Caller() caller: CallContext) {
    return this.operations.resumeSource(id, caller);
  }

  @Serves(routes.removeSource)
  async remove(@Param('id') id: string, @Query() query: unknown, @Caller() caller: CallContext) {
    const { keep } = parseRequest(routes.removeSource.query, query);
    await this.operations.removeSource(id, { keepDocuments: keep === 'documents' }, caller);
    return {};
  }
}
