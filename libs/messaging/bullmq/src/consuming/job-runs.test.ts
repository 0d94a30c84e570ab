import type { Job } from 'bullmq';
import { expect, it } from 'vitest';
import { JobRuns } from './job-runs.js';

// Safe: neither of the two is looked into here.
const started = { job: {} as Job<unknown>, token: 'a' };

it('says that a job has begun when it is counted, and that it has ended when it no longer is', async () => {
  let counted = 0;
  const told: { readonly counted: number; readonly runs: number }[] = [];
  const runs = new JobRuns(() => told.push({ counted, runs: runs.size }));
  const gate = Promise.withResolvers<undefined>();
  const returned = runs.enter('1', started, async () => {
    counted++;
    await gate.promise;
    counted--;
    return null;
  });
  expect(told).toEqual([{ counted: 1, runs: 1 }]);
  gate.resolve(undefined);
  expect(await returned).toBeNull();
  expect(told).toEqual([
    { counted: 1, runs: 1 },
    { counted: 0, runs: 0 },
  ]);
});
