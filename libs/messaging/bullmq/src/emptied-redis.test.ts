import { defineQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from './index.js';

const program = findRedisProgram();
const named = (name: string) => defineQueue({ name, data: z.object({}), result: z.object({}) });
const [first, second] = [named('first'), named('second')];

it('lists the jobs of every queue also after Redis came back without what it held, for processes that use none of them, too', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const [worker, onlooker] = await Promise.all([BullmqQueues.connect({ url: server.url }), BullmqQueues.connect({ url: server.url })]);
  try {
    await worker.consume(first, () => Promise.reject(permanent('A.B', 'broken')), { concurrency: 1 });
    await worker.add(second, {});
    await server.restartEmpty();
    await eventually(() => worker.add(first, {}));
    await worker.add(second, {});
    await eventually(async () => {
      const jobs = await onlooker.list({ limit: 10 });
      expect(jobs.map(({ queue, state }) => `${queue} ${state}`).sort()).toEqual(['first dead', 'second waiting']);
    });
  } finally {
    await Promise.all([worker.close(), onlooker.close()]);
  }
});
