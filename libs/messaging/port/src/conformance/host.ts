import { describe, expect, it } from 'vitest';
import { retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { HandlesJob } from '../host/handles-job.js';
import { JobHost } from '../host/job-host.js';
import type { Job } from '../jobs/job.js';
import type { Queues } from '../queues/queues.js';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { requestQueue, workQueue } from './queues.js';

const first = workQueue('host-first');
const second = requestQueue('host-second');

class FirstJob {
  readonly seen: number[] = [];
  readonly isRunning = deferred();
  readonly mayEnd = deferred();

  @HandlesJob(first)
  async handle({ data }: Job<typeof first>): Promise<{ n: number }> {
    this.isRunning.resolve();
    await this.mayEnd.promise;
    return { n: this.seen.push(data.n) };
  }
}

class SecondJob {
  @HandlesJob(second)
  handle({ data }: Job<typeof second>): Promise<{ n: number }> {
    return Promise.resolve({ n: data.n });
  }
}

export function hostBehaviours({ open }: SuiteContext): void {
  describe('the job host', () => {
    it('gives each listed queue its handler and drains on stop', async () => {
      const queues = await open();
      const job = new FirstJob();
      const host = new JobHost({ queues, handles: [{ queue: first, concurrency: 1 }], jobs: [job, new SecondJob()] });
      await host.start();
      expect(await queues.isConsumed(first)).toBe(true);
      expect(await queues.isConsumed(second)).toBe(false);
      const { id } = await queues.add(first, { n: 5 });
      await job.isRunning.promise;
      const stopped = host.stop(30_000);
      job.mayEnd.resolve();
      await stopped;
      expect(job.seen).toEqual([5]);
      expect((await queues.get(id))?.state).toBe('done');
    });

    it('stops what it has begun when a later queue cannot be consumed', async () => {
      const [queues, viewer] = [await open(), await open()];
      const failing: Pick<Queues, 'consume'> = {
        consume: (queue, handler, options) =>
          queue.name === second.name ? Promise.reject(retryable('QUEUE.UNAVAILABLE', 'away')) : queues.consume(queue, handler, options),
      };
      const handles = [first, second].map((queue) => ({ queue, concurrency: 1 }));
      const host = new JobHost({ queues: failing, handles, jobs: [new FirstJob(), new SecondJob()] });
      await expect(host.start()).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE' });
      await eventually(async () => !(await viewer.isConsumed(first)));
    });

    it('refuses to boot without a handler for a listed queue', async () => {
      const queues = await open();
      const boot = (): JobHost => new JobHost({ queues, handles: [{ queue: first, concurrency: 1 }], jobs: [new SecondJob()] });
      expect(boot).toThrow(expect.objectContaining({ code: 'QUEUE.NO_HANDLER' }));
      expect(boot).toThrow(/host-first/);
    });

    it('refuses to boot with two handlers for a listed queue', async () => {
      const queues = await open();
      const boot = (): JobHost =>
        new JobHost({ queues, handles: [{ queue: second, concurrency: 1 }], jobs: [new SecondJob(), new SecondJob()] });
      expect(boot).toThrow(expect.objectContaining({ code: 'QUEUE.DOUBLE_HANDLER' }));
      expect(boot).toThrow(/SecondJob\.handle/);
    });
  });
}
