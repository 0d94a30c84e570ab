import { localOwner, type CallContext, type JobSummary } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { redriveDead } from './redrive-dead.js';

const call: CallContext = { principal: localOwner, signal: AbortSignal.timeout(30_000) };

/** So many dead letters of one queue, of which some die again as soon as they are redriven. */
function letters(count: number, diesAgain: (n: number) => boolean) {
  const dead = new Set(Array.from({ length: count }, (_, n) => n));
  const redriven: string[] = [];
  const summary = (n: number): JobSummary => ({
    id: n.toString(),
    queue: 'embed-chunks',
    state: 'dead',
    attempts: 5,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  return {
    redriven,
    // The newest first, as a listing is.
    listJobs: ({ limit }: { readonly limit: number }) =>
      Promise.resolve(
        [...dead]
          .toSorted((one, other) => other - one)
          .slice(0, limit)
          .map(summary),
      ),
    redriveJob: (id: string) => {
      redriven.push(id);
      if (!diesAgain(Number(id))) dead.delete(Number(id));
      return Promise.resolve();
    },
  };
}

it('runs each once, also beyond those that a listing names', async () => {
  const jobs = letters(1_300, (n) => n > 1_200);
  expect(await redriveDead(jobs, {}, call)).toEqual({ count: 1_300, isComplete: true });
  expect(new Set(jobs.redriven).size).toBe(1_300);
});

it('says that older ones may be left where as many as a listing names die again at once', async () => {
  const jobs = letters(1_300, () => true);
  expect(await redriveDead(jobs, {}, call)).toEqual({ count: 1_000, isComplete: false });
  expect(
    await redriveDead(
      letters(999, () => true),
      {},
      call,
    ),
  ).toEqual({ count: 999, isComplete: true });
});
