import { JobProgress, JobState, type JobSummary } from '@tributary/contracts';
import { formatJobId } from '@tributary/messaging-port';
import { z } from 'zod';

/** A job that may start now. */
export const TakeableRow = z.object({
  id: z.number(),
  runs: z.number(),
  failures: z.number(),
  lost_alone: z.number(),
  priority: z.number(),
});

export const CountRow = z.object({ state: JobState, jobs: z.number(), bytes: z.number(), oldest: z.number().nullable() });
export type CountRow = z.infer<typeof CountRow>;

export const IdRow = z.object({ id: z.number() });

const SummaryRow = z.object({
  id: z.number(),
  queue: z.string(),
  state: JobState,
  label: z.string().nullable(),
  runs: z.number(),
  progress: z.string().nullable(),
  reason: z.string().nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
});

export const SUMMARY_COLUMNS = Object.keys(SummaryRow.shape).join(', ');

/** A row as people see it. */
export function toSummary(stored: unknown): JobSummary {
  const row = SummaryRow.parse(stored);
  return {
    id: formatJobId(row.queue, row.id.toString()),
    queue: row.queue,
    state: row.state,
    attempts: row.runs,
    created_at: new Date(row.created_at).toISOString(),
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.progress === null ? {} : { progress: JobProgress.parse(JSON.parse(row.progress)) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.error_code === null ? {} : { error: { code: row.error_code, message: row.error_message ?? '' } }),
    ...(row.finished_at === null ? {} : { finished_at: new Date(row.finished_at).toISOString() }),
  };
}
