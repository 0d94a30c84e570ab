import { z } from 'zod';

export const JobState = z.enum(['waiting', 'delayed', 'active', 'done', 'skipped', 'dead', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const JobError = z.object({ code: z.string(), message: z.string() });

/** How far a job is. */
export const JobProgress = z.object({
  done: z.number(),
  total: z.number().optional().describe('Left out while it is not known.'),
  unit: z.string().optional(),
  counts: z
    .record(z.string(), z.number())
    .optional()
    .describe('What it did so far; of a sync: added, changed, deleted, unchanged, and what was skipped, by reason.'),
});
export type JobProgress = z.infer<typeof JobProgress>;

/** A job as people see it: `tributary jobs`, `GET /api/jobs`. */
export const JobSummary = z.object({
  id: z.string(),
  queue: z.string(),
  state: JobState,
  label: z.string().optional().describe('What it is about: a document or a source.'),
  attempts: z.number().int().nonnegative(),
  progress: JobProgress.optional(),
  reason: z.string().optional().describe('Why it was skipped.'),
  error: JobError.optional(),
  created_at: z.string(),
  finished_at: z.string().optional(),
});
export type JobSummary = z.infer<typeof JobSummary>;

export const JobQuery = z.strictObject({
  queue: z.string().optional().describe('Name of a queue; left out: all of them.'),
  state: JobState.optional().describe('Left out: jobs in any state.'),
  limit: z.coerce.number().int().min(1).max(1000).default(50).describe('Jobs at most.'),
});
export type JobQuery = z.infer<typeof JobQuery>;
