import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { SourceInput, type CallContext, type Operations } from '@tributary/contracts';
import { z } from 'zod';
import { Caller, CallerGuard } from './caller.js';
import { parseRequest } from './parse-request.js';
import { OPERATIONS } from './tokens.js';

const SyncOptions = z.strictObject({ confirmed: z.boolean().default(false) });
const RemoveOptions = z.strictObject({ keep: z.literal('documents').optional() });

@UseGuards(CallerGuard)
@Controller('api/sources')
export class SourcesController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Post()
  @HttpCode(202)
  add(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.addSource(parseRequest(SourceInput, body), caller);
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

  @Delete(':id')
  async remove(@Param('id') id: string, @Query() query: unknown, @Caller() caller: CallContext) {
    const { keep } = parseRequest(RemoveOptions, query);
    await this.operations.removeSource(id, { keepDocuments: keep === 'documents' }, caller);
    return {};
  }
}
