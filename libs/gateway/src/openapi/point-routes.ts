import {
  CollectionMap,
  CollectionStatistics,
  CollectionSummary,
  CreateCollectionInput,
  MapInput,
  PlaceAnswer,
  PlaceInput,
  PointsAnswer,
  PointsInput,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from '@tributary/contracts';
import { z } from 'zod';
import type { Route } from './route.js';

const MAP = '/api/collections/{name}/map';
const POINTS = '/api/collections/{name}/points';

/** Collections as stores of points. */
export const pointRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/api/collections',
    summary: 'Make an empty collection',
    scope: 'documents:write',
    body: CreateCollectionInput,
    status: 201,
    answer: CollectionSummary,
  },
  {
    method: 'post',
    path: POINTS,
    summary: 'Read points by ids or by a filter',
    scope: 'search:read',
    body: PointsInput.omit({ collection: true }),
    answer: PointsAnswer,
  },
  {
    method: 'put',
    path: POINTS,
    summary: 'Write points',
    scope: 'documents:write',
    body: UpsertPointsInput.omit({ collection: true }),
    answer: UpsertPointsAnswer,
  },
  {
    method: 'delete',
    path: POINTS,
    summary: 'Remove every point and keep the collection',
    scope: 'documents:write',
    query: z.object({ confirm: z.string().describe('The name of the collection once more.') }),
    answer: z.object({ points: z.number().int().nonnegative() }),
  },
  {
    method: 'get',
    path: MAP,
    summary: 'The points of a collection on a plane',
    scope: 'search:read',
    query: MapInput.omit({ collection: true }),
    answer: CollectionMap,
  },
  {
    method: 'post',
    path: MAP,
    summary: 'Where a query and points lie on the map',
    scope: 'search:read',
    body: PlaceInput.omit({ collection: true }),
    answer: PlaceAnswer,
  },
  {
    method: 'get',
    path: '/api/collections/{name}/statistics',
    summary: 'What the engine tells of a collection',
    scope: 'search:read',
    answer: CollectionStatistics,
  },
];
