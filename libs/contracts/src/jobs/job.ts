import { z } from 'zod';

export const JobState = z.enum(['waiting', 'delayed', 'active', 'done', 'skipped', 'dead', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const JobError = z.object({ code: z.string(), message: z.string() });

/** A job as people see it: `tributary jobs`, `GET /api/jobs`. */
export const JobSummary = z.object({
  id: z.string(),
  queue: z.string(),
  state: JobState,
  label: z.string().optional().describe('What it is about: a document or a source.'),
  attempts: z.number().int().nonnegative(),
  progress: z.object({ done: z.number(), total: z.number().optional(), unit: z.string().optional() }).optional(),
  reason: z.string().optional().describe('Why it was skipped.'),
  error: JobError.optional(),
  created_at: z.string(),
  finished_at: z.string().optional(),
});
export type JobSummary = z.infer<typeof JobSummary>;

export const JobQuery = z.strictObject({
  queue: z.string().optional(),
  state: JobState.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});
export type JobQuery = z.infer<typeof JobQuery>;
