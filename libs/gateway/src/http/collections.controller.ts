import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
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
  routes,
  UpsertPointsInput,
} from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { Caller } from './caller.js';
import { Serves } from './serves.js';
import { OPERATIONS } from './tokens.js';

@Controller()
export class CollectionsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Serves(routes.listCollections)
  async list(@Caller() caller: CallContext) {
    return { collections: await this.operations.listCollections(caller) };
  }

  @Serves(routes.createCollection)
  create(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.createCollection(parseRequest(CreateCollectionInput, body), caller);
  }

  @Serves(routes.getCollection)
  get(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getCollection(name, caller);
  }

  /** `name` is the engine's own name of the collection, or a pattern. */
  @Serves(routes.adoptCollections)
  adopt(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.adoptCollections(parseRequest(AdoptInput, { ...body, collection: name }), caller);
  }

  @Serves(routes.describeCollection)
  describe(@Param('name') name: string, @Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.describeCollection(name, parseRequest(CollectionDescription, body), caller);
  }

  /** `name` is what moves: a name, or `<engine>/<name>` with an encoded slash. */
  @Serves(routes.migrateCollection)
  migrate(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.migrateCollection(parseRequest(MigrateInput, { ...body, from: name }), caller);
  }

  @Serves(routes.reembedCollection)
  reembed(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.reembedCollection(parseRequest(ReembedInput, { ...body, collection: name }), caller);
  }

  /** `name` is the collection that is filled. */
  @Serves(routes.getMigration)
  migration(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getMigration(name, caller);
  }

  @Serves(routes.getStatistics)
  statistics(@Param('name') name: string, @Caller() caller: CallContext) {
    return this.operations.getStatistics(name, caller);
  }

  /** The caller’s points on a plane. */
  @Serves(routes.getMap)
  map(@Param('name') name: string, @Query() query: object, @Caller() caller: CallContext) {
    return this.operations.getMap(parseRequest(MapInput, { ...query, collection: name }), caller);
  }

  /** Where a query lies on it: in a body, since addresses are written down in logs. */
  @Serves(routes.placeOnMap)
  place(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.placeOnMap(parseRequest(PlaceInput, { ...body, collection: name }), caller);
  }

  /** By id, or all that fit a filter: a question, in a body since filters are long. */
  @Serves(routes.getPoints)
  points(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.getPoints(parseRequest(PointsInput, { ...body, collection: name }), caller);
  }

  @Serves(routes.upsertPoints)
  upsert(@Param('name') name: string, @Body() body: object | undefined, @Caller() caller: CallContext) {
    return this.operations.upsertPoints(parseRequest(UpsertPointsInput, { ...body, collection: name }), caller);
  }

  @Serves(routes.emptyCollection)
  empty(@Param('name') name: string, @Query('confirm') confirm: string | undefined, @Caller() caller: CallContext) {
    requireConfirmed(name, confirm);
    return this.operations.emptyCollection(name, caller);
  }

  /** A collection goes with everything in it, so its name is asked for twice. */
  @Serves(routes.removeCollection)
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
