import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import type { Workload } from '../queues/workload.js';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { workQueue } from './queues.js';

/** Has room for three jobs. */
class CountedWorkload implements Workload {
  underWay = 0;

  get room(): number {
    return Math.max(0, 3 - this.underWay);
  }

  begin(payload: unknown): () => void {
    expect(payload).toHaveProperty('n');
    this.underWay++;
    return () => {
      this.underWay--;
    };
  }
}

/** With what may be on its way when there is no more room. */
const FEW = 10;
const JOBS = 60;

export function workloadBehaviours({ open, freshName }: SuiteContext): void {
  describe('workloads', () => {
    it('leave to others what a process has no room for, and take more when there is', async () => {
      const [full, free] = [await open(), await open()];
      const queue = workQueue(freshName());
      await full.addMany(
        queue,
        Array.from({ length: JOBS }, (_, n) => ({ n })),
      );
      const workload = new CountedWorkload();
      const held = new Set<number>();
      const others = new Set<number>();
      const gate = deferred();
      const holds = async ({ data: { n } }: { readonly data: { readonly n: number } }) => {
        held.add(n);
        await gate.promise;
        return { n };
      };
      await full.consume(queue, holds, { concurrency: JOBS, workload });
      await eventually(() => workload.room === 0);
      const consumer = await free.consume(queue, ({ data: { n } }) => (others.add(n), Promise.resolve({ n })), { concurrency: 4 });
      await eventually(() => held.size + others.size === JOBS);
      expect(held.size).toBeGreaterThanOrEqual(3);
      expect(held.size).toBeLessThanOrEqual(FEW);
      gate.resolve();
      await eventually(() => workload.underWay === 0);
      await consumer.stop(1000);
      await full.addMany(queue, [{ n: JOBS }]);
      await eventually(() => held.has(JOBS));
    });
  });
}
