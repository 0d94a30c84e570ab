import { z } from 'zod';
import type { Operations } from '../operations/operations.js';
import { collectionRoutes } from './collection-routes.js';
import { documentRoutes } from './document-routes.js';
import { jobRoutes } from './job-routes.js';
import { pointRoutes } from './point-routes.js';
import { projectRoutes } from './project-routes.js';
import { questionRoutes } from './question-routes.js';
import type { Route, Routes } from './route.js';
import { sessionRoutes } from './session-routes.js';
import { sourceRoutes } from './source-routes.js';

/** Every route below `/api`, in the order of its description: each operation under its own name, and what is asked only over HTTP. */
export const routes = {
  ...sessionRoutes,
  ...questionRoutes,
  ...documentRoutes,
  ...collectionRoutes,
  ...pointRoutes,
  ...sourceRoutes,
  ...projectRoutes,
  ...jobRoutes,
  describeApi: {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This description',
    answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  },
} as const satisfies Routes & Readonly<Record<keyof Operations, Route>>;
