import type { JobsOptions } from 'bullmq';

/** A request’s job: its id says who asked and which of his questions it is, its name how many milliseconds are left. */
export function requestJob(caller: string, question: number, remainingMs: number): { readonly name: string; readonly opts: JobsOptions } {
  return { name: Math.ceil(remainingMs).toString(), opts: { jobId: `${caller}-${question.toString()}` } };
}

export function readRequestJob(
  id: string,
  name: string,
): { readonly caller: string; readonly question: number; readonly remainingMs: number } {
  const dash = id.lastIndexOf('-');
  return { caller: id.slice(0, dash), question: Number(id.slice(dash + 1)), remainingMs: Number(name) };
}
