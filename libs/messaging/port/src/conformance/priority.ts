import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import type { SuiteContext } from './harness.js';
import { workQueue } from './queues.js';

export function priorityBehaviours({ open, freshName }: SuiteContext): void {
  describe('priority', () => {
    it('takes smaller numbers first, and equals in the order of their arrival', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const seen: number[] = [];
      await queues.add(queue, { n: 20 }, { priority: 20 });
      await queues.add(queue, { n: 10 });
      await queues.addMany(queue, [{ n: 0 }, { n: 1 }], { priority: 0 });
      await queues.add(queue, { n: 11 });
      await queues.add(queue, { n: 5 }, { priority: 5 });
      await queues.add(queue, { n: 12 }, { priority: 10 });
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await eventually(() => seen.length === 7);
      expect(seen).toEqual([0, 1, 5, 10, 11, 12, 20]);
    });
  });
}
