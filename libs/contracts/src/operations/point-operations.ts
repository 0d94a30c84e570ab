import type { CollectionSummary } from '../cards/card.js';
import type {
  CollectionStatistics,
  CreateCollectionInput,
  PointsAnswer,
  PointsInput,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from '../points/points.js';
import type { CallContext } from './operations.js';

/** What callers who think in points of one collection ask for: the use cases behind the dialects of vector stores. */
export interface PointOperations {
  /** Only what the caller may see. @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID` */
  getPoints(input: PointsInput, context: CallContext): Promise<PointsAnswer>;
  /** Durable when it resolves. @throws `COLLECTION.NOT_FOUND`, `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `MODEL.MISMATCH` */
  upsertPoints(input: UpsertPointsInput, context: CallContext): Promise<UpsertPointsAnswer>;
  /** @throws `COLLECTION.EXISTS`, `ENGINE.UNKNOWN`, `MODEL.UNKNOWN`, `MODEL.MISMATCH` */
  createCollection(input: CreateCollectionInput, context: CallContext): Promise<CollectionSummary>;
  /** Removes every point and keeps the collection. @returns how many went. @throws `COLLECTION.NOT_FOUND` */
  emptyCollection(name: string, context: CallContext): Promise<{ readonly points: number }>;
  /** @throws `COLLECTION.NOT_FOUND` */
  getStatistics(name: string, context: CallContext): Promise<CollectionStatistics>;
}
