import { Controller, Delete, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import type { CallContext, Operations } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { Caller, CallerGuard } from './caller.js';
import { OPERATIONS } from './tokens.js';

@UseGuards(CallerGuard)
@Controller('api/collections')
export class CollectionsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Get()
  async list(@Caller() caller: CallContext) {
    return { collections: await this.operations.listCollections(caller) };
  }

  @Get(':name')
  get(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getCollection(name, caller);
  }

  /** A collection goes with everything in it, so its name is asked for twice. */
  @Delete(':name')
  async remove(@Param('name') name: string, @Query('confirm') confirm: string | undefined, @Caller() caller: CallContext) {
    if (confirm !== name) {
      throw permanent('COLLECTION.CONFIRM', `This removes everything in ${name}: repeat its name as ?confirm=${encodeURIComponent(name)}.`);
    }
    await this.operations.removeCollection(name, caller);
    return {};
  }
}
