import { z } from 'zod';
import { JobQuery, JobSummary } from '../jobs/job.js';
import { Nothing } from './route-shapes.js';
import type { Routes } from './route.js';

/** Work in flight. */
export const jobRoutes = {
  listJobs: {
    method: 'get',
    path: '/api/jobs',
    summary: 'List the jobs, the newest first',
    scope: 'search:read',
    query: JobQuery,
    answer: z.object({ jobs: z.array(JobSummary) }),
    streams: true,
  },
  getJob: { method: 'get', path: '/api/jobs/{id}', summary: 'Look at a job', scope: 'search:read', answer: JobSummary, streams: true },
  followJob: {
    method: 'get',
    path: '/api/jobs/{id}/events',
    summary: 'Follow a job to its end',
    scope: 'search:read',
    answer: JobSummary,
    streams: true,
  },
  redriveJob: {
    method: 'post',
    path: '/api/jobs/{id}/redrive',
    summary: 'Try a dead job again',
    scope: 'admin',
    status: 202,
    answer: Nothing,
  },
  cancelJob: {
    method: 'post',
    path: '/api/jobs/{id}/cancel',
    summary: 'Cancel a job, or put a dead one away',
    scope: 'admin',
    status: 202,
    answer: Nothing,
  },
} as const satisfies Routes;
