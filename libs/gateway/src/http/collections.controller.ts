import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  AdoptInput,
  type CallContext,
  CollectionDescription,
  CreateCollectionInput,
  MapInput,
  MigrateInput,
  type Operations,
  parseRequest,
  PlaceInput,
  PointsInput,
  ReembedInput,
  UpsertPointsInput,
} from '@tributary/contracts';
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

  @Post()
  @HttpCode(201)
  create(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.createCollection(parseRequest(CreateCollectionInput, body), caller);
  }

  @Get(':name')
  get(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getCollection(name, caller);
  }

  /** `:name` is the engine's own name of the collection, or a pattern. */
  @Post(':name/adopt')
  @HttpCode(200)
  adopt(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.adoptCollections(parseRequest(AdoptInput, { ...body, collection: name }), caller);
  }

  @Post(':name/describe')
  @HttpCode(200)
  describe(@Param('name') name: string, @Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.describeCollection(name, parseRequest(CollectionDescription, body), caller);
  }

  /** `:name` is what moves: a name, or `<engine>/<name>` with an encoded slash. */
  @Post(':name/migrate')
  @HttpCode(202)
  migrate(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.migrateCollection(parseRequest(MigrateInput, { ...body, from: name }), caller);
  }

  @Post(':name/reembed')
  @HttpCode(202)
  reembed(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.reembedCollection(parseRequest(ReembedInput, { ...body, collection: name }), caller);
  }

  /** `:name` is the collection that is filled. */
  @Get(':name/migrate')
  migration(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getMigration(name, caller);
  }

  @Get(':name/statistics')
  statistics(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getStatistics(name, caller);
  }

  /** The caller’s points on a plane. */
  @Get(':name/map')
  map(@Param('name') name: string, @Query() query: object, @Caller() caller: CallContext) {
    return this.operations.getMap(parseRequest(MapInput, { ...query, collection: name }), caller);
  }

  /** Where a query lies on it: in a body, since addresses are written down in logs. */
  @Post(':name/map')
  @HttpCode(200)
  place(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.placeOnMap(parseRequest(PlaceInput, { ...body, collection: name }), caller);
  }

  /** By id, or all that fit a filter: a question, in a body since filters are long. */
  @Post(':name/points')
  @HttpCode(200)
  points(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.getPoints(parseRequest(PointsInput, { ...body, collection: name }), caller);
  }

  @Put(':name/points')
  upsert(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.upsertPoints(parseRequest(UpsertPointsInput, { ...body, collection: name }), caller);
  }

  @Delete(':name/points')
  empty(@Param('name') name: string, @Query('confirm') confirm: string | undefined, @Caller() caller: CallContext) {
    requireConfirmed(name, confirm);
    return this.operations.emptyCollection(name, caller);
  }

  /** A collection goes with everything in it, so its name is asked for twice. */
  @Delete(':name')
  async remove(@Param('name') name: string, @Query('confirm') confirm: string | undefined, @Caller() caller: CallContext) {
    requireConfirmed(name, confirm);
    await this.operations.removeCollection(name, caller);
    return {};
  }
}

function requireConfirmed(name: string, confirm: string | undefined): void {
  if (confirm === name) return;
  throw permanent('COLLECTION.CONFIRM', `This removes everything in ${name}: repeat its name as ?confirm=${encodeURIComponent(name)}.`);
}
