import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function progressBehaviours({ open, freshName }: SuiteContext): void {
  describe('progress', () => {
    it('is visible to other handles while the job runs, and stays', async () => {
      const [worker, viewer] = [await open(), await open()];
      const queue = workQueue(freshName());
      const mayEnd = deferred();
      await worker.consume(
        queue,
        async ({ progress }) => {
          progress({ done: 1, total: 3, unit: 'files' });
          progress({ done: 2, total: 3, unit: 'files' });
          await mayEnd.promise;
          progress({ done: 3, total: 3, counts: { added: 2 } });
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      const { id } = await viewer.add(queue, { n: 1 });
      await eventually(async () => (await viewer.get(id))?.progress?.done === 2);
      expect(await viewer.get(id)).toMatchObject({ state: 'active', progress: { done: 2, total: 3, unit: 'files' } });
      mayEnd.resolve();
      const job = await jobIn(viewer, id, 'done');
      expect(job).toMatchObject({ progress: { done: 3, total: 3, counts: { added: 2 } } });
    });
  });
}
