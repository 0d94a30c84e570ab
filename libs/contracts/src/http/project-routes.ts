import { z } from 'zod';
import {
  ActivateProjectInput,
  DeactivateProjectInput,
  ProjectActivation,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReindexAnswer,
  ReindexProjectInput,
  RenewProjectInput,
} from '../projects/projects.js';
import type { Routes } from './route.js';

/** Folders that are worked on. */
export const projectRoutes = {
  listProjects: {
    method: 'get',
    path: '/api/projects',
    summary: 'List the projects',
    scope: 'search:read',
    answer: z.object({ projects: z.array(ProjectSummary) }),
  },
  activateProject: {
    method: 'post',
    path: '/api/projects/activate',
    summary: 'Index a project and work on it',
    scope: 'documents:write',
    body: ActivateProjectInput,
    answer: ProjectActivation,
  },
  renewProject: {
    method: 'post',
    path: '/api/projects/renew',
    summary: 'Say that a session still works on a project',
    scope: 'documents:write',
    body: RenewProjectInput,
    answer: ProjectSummary,
  },
  deactivateProject: {
    method: 'post',
    path: '/api/projects/deactivate',
    summary: 'End the work on a project; its index stays',
    scope: 'documents:write',
    body: DeactivateProjectInput,
    answer: ProjectSummary,
  },
  reindexProject: {
    method: 'post',
    path: '/api/projects/reindex',
    summary: 'Read files of a project again',
    scope: 'documents:write',
    body: ReindexProjectInput,
    answer: ReindexAnswer,
  },
  purgeProject: {
    method: 'post',
    path: '/api/projects/purge',
    summary: 'Remove files of a project from the index',
    scope: 'documents:write',
    body: PurgeProjectInput,
    answer: PurgeAnswer,
  },
} as const satisfies Routes;
