import type { CollectionSummary } from '../cards/card.js';
import type { CollectionMap, MapInput, PlaceAnswer, PlaceInput } from '../map/map.js';
import type {
  CollectionStatistics,
  CreateCollectionInput,
  PointsAnswer,
  PointsInput,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from '../points/points.js';
import type { CallContext } from './call-context.js';

/** What callers who think in points of one collection ask for: the use cases behind the dialects of vector stores. */
export interface PointOperations {
  /** Only what the caller may see. @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID` */
  getPoints(input: PointsInput, context: CallContext): Promise<PointsAnswer>;
  /** Durable when it resolves. A point in whose place a document of the same id stands replaces it as a whole, unless `only_new`.
   *  @throws `COLLECTION.NOT_FOUND`, `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `POINT.NO_CONTENT`, `POINT.INVALID`, `POINT.OF_DOCUMENT` for the id of a passage that is not the first of
   *  its document, `COLLECTION.ADOPTED`, and what refuses a document */
  upsertPoints(input: UpsertPointsInput, context: CallContext): Promise<UpsertPointsAnswer>;
  /** @throws `COLLECTION.EXISTS`, `ENGINE.UNKNOWN`, `EMBEDDER.UNKNOWN`, `MODEL.MISMATCH` when the model makes other vectors than those asked for */
  createCollection(input: CreateCollectionInput, context: CallContext): Promise<CollectionSummary>;
  /** Removes every point the caller may see, and what waits to become one, and keeps the collection. @returns how many went. @throws `COLLECTION.NOT_FOUND` */
  emptyCollection(name: string, context: CallContext): Promise<{ readonly points: number }>;
  /** @throws `COLLECTION.NOT_FOUND` */
  getStatistics(name: string, context: CallContext): Promise<CollectionStatistics>;
  /** The points of a collection on a plane. @throws `COLLECTION.NOT_FOUND`, `MAP.NO_VECTORS`, `MAP.BUSY` */
  getMap(input: MapInput, context: CallContext): Promise<CollectionMap>;
  /** Where a query and points lie on the map. @throws as `getMap` does */
  placeOnMap(input: PlaceInput, context: CallContext): Promise<PlaceAnswer>;
}
