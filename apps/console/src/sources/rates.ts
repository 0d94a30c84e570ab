import type { JobSummary } from '@tributary/contracts';

/** Units a second by job. */
export type Rates = ReadonlyMap<string, number>;

/** Where each job stood when it was first seen, and when, in milliseconds. */
export type Seen = ReadonlyMap<string, { readonly done: number; readonly at: number }>;

/** How fast running jobs go, from where they stood when they were first seen. */
export function ratesOf(jobs: readonly JobSummary[], seen: Seen, now: number): { readonly rates: Rates; readonly next: Seen } {
  const rates = new Map<string, number>();
  const next = new Map<string, { done: number; at: number }>();
  for (const { id, state, progress } of jobs) {
    if (state !== 'active' || progress === undefined) continue;
    const first = seen.get(id) ?? { done: progress.done, at: now };
    next.set(id, first);
    if (now > first.at && progress.done > first.done) rates.set(id, ((progress.done - first.done) * 1000) / (now - first.at));
  }
  return { rates, next };
}
