import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { type CallContext, IngestAnswer, type Operations, parseRequest, SourceInput } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Caller, CallerGuard } from './caller.js';
import { repeatable } from './repeatable.js';
import { CALL_MEMORY, OPERATIONS } from './tokens.js';
import type { CallMemory } from '../idempotency/idempotency.js';

const SyncOptions = z.strictObject({ confirmed: z.boolean().default(false) });
const RemoveOptions = z.strictObject({ keep: z.literal('documents').optional() });

@UseGuards(CallerGuard)
@Controller('api/sources')
export class SourcesController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(CALL_MEMORY) private readonly memory: CallMemory,
  ) {}

  @Post()
  @HttpCode(202)
  add(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const input = parseRequest(SourceInput, request.body);
    return repeatable(this.memory, { request, reply, caller, body: request.body, answer: IngestAnswer }, () =>
      this.operations.addSource(input, caller),
    );
  }

  @Get()
  async list(@Caller() caller: CallContext) {
    return { sources: await this.operations.listSources(caller) };
  }

  @Post(':id/sync')
  @HttpCode(202)
  sync(@Param('id') id: string, @Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.syncSource(id, parseRequest(SyncOptions, body), caller);
  }

  @Post(':id/pause')
  @HttpCode(200)
  pause(@Param('id') id: string, @Caller() caller: CallContext) {
    return this.operations.pauseSource(id, caller);
  }

  @Post(':id/resume')
  @HttpCode(200)
  resume(@Param('id') id: string, @Caller() caller: CallContext) {
    return this.operations.resumeSource(id, caller);
  }

  @Delete(':id')
  async remove(@Param('id') id: string, @Query() query: unknown, @Caller() caller: CallContext) {
    const { keep } = parseRequest(RemoveOptions, query);
    await this.operations.removeSource(id, { keepDocuments: keep === 'documents' }, caller);
    return {};
  }
}
