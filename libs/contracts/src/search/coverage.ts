import { z } from 'zod';

export const CoverageStatus = z.enum([
  'searched',
  'partial',
  'skipped',
  'timed_out',
  'denied',
  'failed',
  'incompatible',
  'stale',
  'not_selected',
]);
export type CoverageStatus = z.infer<typeof CoverageStatus>;

export const LaneCoverage = z.object({
  status: CoverageStatus,
  code: z.string().optional(),
  candidates: z.number().int().nonnegative(),
  ms: z.number().nonnegative(),
});
export type LaneCoverage = z.infer<typeof LaneCoverage>;

/** What happened to one collection in a search. */
export const Coverage = z.object({
  collection: z.string(),
  engine: z.string(),
  status: CoverageStatus,
  code: z.string().optional(),
  reason: z.string().optional().describe('Why it is not simply searched, such as "indexing 40 %".'),
  ms: z.number().nonnegative(),
  candidates: z.number().int().nonnegative(),
  lanes: z.object({ semantic: LaneCoverage.optional(), keyword: LaneCoverage.optional(), fuzzy: LaneCoverage.optional() }),
});
export type Coverage = z.infer<typeof Coverage>;

/** Whether a collection that was asked did not give all it has. What `auto` left out was not selected, so it is not missed. */
export function isMissed({ status }: Pick<Coverage, 'status'>): boolean {
  return status !== 'searched' && status !== 'not_selected';
}

/** Whether a collection gave all it has while what it was made of may have changed: a source of it waits for a confirmation, or could not be read. */
export function isOutOfDate({ status, code }: Pick<Coverage, 'status' | 'code'>): boolean {
  return status === 'stale' && code === 'SOURCE.STALE';
}
