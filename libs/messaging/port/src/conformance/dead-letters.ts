import { describe, expect, it } from 'vitest';
import { permanent, retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function deadLetterBehaviours({ open, freshName }: SuiteContext): void {
  describe('dead letters', () => {
    it('lists them with what they are about, and runs one again on redrive', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      let isMended = false;
      await queues.consume(queue, ({ data }) => (isMended ? Promise.resolve({ n: data.n }) : Promise.reject(permanent('A.B', 'broken'))), {
        concurrency: 1,
      });
      await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
      await eventually(async () => (await queues.counts(queue)).dead === 2);
      const dead = await queues.list({ queue: queue.name, state: 'dead', limit: 10 });
      expect(dead.map(({ label, error }) => [label, error?.code])).toEqual([
        ['job 2', 'A.B'],
        ['job 1', 'A.B'],
      ]);
      isMended = true;
      const id = dead[1]?.id ?? '';
      await queues.redrive(id);
      const job = await jobIn(queues, id, 'done');
      expect(job).not.toHaveProperty('error');
      expect((await queues.counts(queue)).dead).toBe(1);
    });

    it('gives a redriven job a new set of attempts', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      let runs = 0;
      await queues.consume(queue, () => ((runs += 1), Promise.reject(retryable('A.B', 'away'))), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      await eventually(() => runs === 3);
      await jobIn(queues, id, 'dead');
      await queues.redrive(id);
      await eventually(() => runs === 6);
      await jobIn(queues, id, 'dead');
      expect(runs).toBe(6);
    });

    it('redrives nothing that is not dead, and nothing it does not know', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const { id } = await queues.add(queue, { n: 1 });
      await expect(queues.redrive(id)).rejects.toMatchObject({ code: 'JOB.NOT_DEAD', category: 'conflict' });
      await expect(queues.redrive(`${queue.name}.987654321`)).rejects.toMatchObject({ code: 'JOB.NOT_FOUND', category: 'not_found' });
      await expect(queues.redrive('nonsense')).rejects.toMatchObject({ code: 'JOB.NOT_FOUND' });
    });
  });
}
