import { z } from 'zod';
import { CollectionSummary } from '../cards/card.js';
import { CollectionMap, MapInput, PlaceAnswer, PlaceInput } from '../map/map.js';
import {
  CollectionStatistics,
  CreateCollectionInput,
  PointsAnswer,
  PointsInput,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from '../points/points.js';
import { Confirm } from './route-shapes.js';
import type { Routes } from './route.js';

const MAP = '/api/collections/{name}/map';
const POINTS = '/api/collections/{name}/points';

/** Collections as stores of points. */
export const pointRoutes = {
  createCollection: {
    method: 'post',
    path: '/api/collections',
    summary: 'Make an empty collection',
    scope: 'documents:write',
    body: CreateCollectionInput,
    status: 201,
    answer: CollectionSummary,
  },
  getPoints: {
    method: 'post',
    path: POINTS,
    summary: 'Read points by ids or by a filter',
    scope: 'search:read',
    body: PointsInput.omit({ collection: true }),
    answer: PointsAnswer,
  },
  upsertPoints: {
    method: 'put',
    path: POINTS,
    summary: 'Write points',
    scope: 'documents:write',
    body: UpsertPointsInput.omit({ collection: true }),
    answer: UpsertPointsAnswer,
  },
  emptyCollection: {
    method: 'delete',
    path: POINTS,
    summary: 'Remove every point and keep the collection',
    scope: 'documents:write',
    query: Confirm,
    answer: z.object({ points: z.number().int().nonnegative() }),
  },
  getMap: {
    method: 'get',
    path: MAP,
    summary: 'The points of a collection on a plane',
    scope: 'search:read',
    query: MapInput.omit({ collection: true }),
    answer: CollectionMap,
  },
  placeOnMap: {
    method: 'post',
    path: MAP,
    summary: 'Where a query and points lie on the map',
    scope: 'search:read',
    body: PlaceInput.omit({ collection: true }),
    answer: PlaceAnswer,
  },
  getStatistics: {
    method: 'get',
    path: '/api/collections/{name}/statistics',
    summary: 'What the engine tells of a collection',
    scope: 'search:read',
    answer: CollectionStatistics,
  },
} as const satisfies Routes;
