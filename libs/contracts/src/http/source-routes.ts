import { z } from 'zod';
import { IngestAnswer, SourceInput, SourceSummary } from '../sources/source.js';
import { Nothing } from './route-shapes.js';
import type { Routes } from './route.js';

const JobReference = z.object({ job_id: z.string() });

/** What is indexed by itself. */
export const sourceRoutes = {
  addSource: {
    method: 'post',
    path: '/api/sources',
    summary: 'Register a folder or file and index it',
    scope: 'documents:write',
    body: SourceInput,
    status: 202,
    answer: IngestAnswer,
    once: true,
  },
  listSources: {
    method: 'get',
    path: '/api/sources',
    summary: 'List the sources',
    scope: 'search:read',
    answer: z.object({ sources: z.array(SourceSummary) }),
  },
  syncSource: {
    method: 'post',
    path: '/api/sources/{id}/sync',
    summary: 'Compare a source with the index again',
    scope: 'documents:write',
    body: z.strictObject({ confirmed: z.boolean().default(false).describe('Go on with a plan that deletes much; needs the scope admin.') }),
    status: 202,
    answer: JobReference,
  },
  pauseSource: {
    method: 'post',
    path: '/api/sources/{id}/pause',
    summary: 'Stop the syncs and the watch of a source',
    scope: 'documents:write',
    answer: SourceSummary,
  },
  resumeSource: {
    method: 'post',
    path: '/api/sources/{id}/resume',
    summary: 'Let a paused source go on, and bring in what changed meanwhile',
    scope: 'documents:write',
    answer: SourceSummary,
  },
  removeSource: {
    method: 'delete',
    path: '/api/sources/{id}',
    summary: 'Remove a source, and its documents unless they are kept; of the caller’s own notes documents:write is enough',
    scope: 'admin',
    query: z.strictObject({
      keep: z.literal('documents').optional().describe('`documents`: they stay in the index; left out: they are removed with the source.'),
    }),
    answer: Nothing,
  },
} as const satisfies Routes;
