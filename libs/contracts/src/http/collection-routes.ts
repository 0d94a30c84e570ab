import { z } from 'zod';
import { AdoptAnswer, AdoptInput } from '../adoption/adoption.js';
import { CollectionDescription, CollectionSummary } from '../cards/card.js';
import { MigrateInput, MigrationSummary, ReembedInput } from '../migration/migration.js';
import { Confirm, Nothing } from './route-shapes.js';
import type { Routes } from './route.js';

/** Collections as a whole. */
export const collectionRoutes = {
  listCollections: {
    method: 'get',
    path: '/api/collections',
    summary: 'List the collections',
    scope: 'search:read',
    answer: z.object({ collections: z.array(CollectionSummary) }),
  },
  getCollection: {
    method: 'get',
    path: '/api/collections/{name}',
    summary: 'Look at a collection',
    scope: 'search:read',
    answer: CollectionSummary,
  },
  removeCollection: {
    method: 'delete',
    path: '/api/collections/{name}',
    summary: 'Remove a collection with everything in it',
    scope: 'admin',
    query: Confirm,
    answer: Nothing,
  },
  adoptCollections: {
    method: 'post',
    path: '/api/collections/{name}/adopt',
    summary: 'Bind a collection that another program made',
    scope: 'admin',
    body: AdoptInput.omit({ collection: true }),
    answer: AdoptAnswer,
  },
  describeCollection: {
    method: 'post',
    path: '/api/collections/{name}/describe',
    summary: 'Say what a collection holds: of one that others made for the owner and admins alone; needs the scope search:read as well',
    scope: 'documents:write',
    body: CollectionDescription,
    answer: CollectionSummary,
  },
  migrateCollection: {
    method: 'post',
    path: '/api/collections/{name}/migrate',
    summary: 'Move a collection to another engine, or copy it under another name',
    scope: 'admin',
    body: z.object(MigrateInput.shape).omit({ from: true }),
    status: 202,
    answer: MigrationSummary,
  },
  reembedCollection: {
    method: 'post',
    path: '/api/collections/{name}/reembed',
    summary: 'Make the vectors of a collection anew',
    scope: 'admin',
    body: z.object(ReembedInput.shape).omit({ collection: true }),
    status: 202,
    answer: MigrationSummary,
  },
  getMigration: {
    method: 'get',
    path: '/api/collections/{name}/migrate',
    summary: 'How far a move is',
    scope: 'admin',
    answer: MigrationSummary,
  },
} as const satisfies Routes;
