import { defineQueue } from '@tributary/contracts';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from '../index.js';

const program = findRedisProgram();
const queue = defineQueue({ name: 'any', data: z.object({}), result: z.object({}) });

afterEach(() => {
  vi.restoreAllMocks();
});

it('leaves it to us to tell that the server may throw jobs away', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const admin = new Redis(server.url);
  await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
  admin.disconnect();
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const queues = await BullmqQueues.connect({ url: server.url });
  try {
    let runs = 0;
    await queues.consume(queue, () => (runs++, Promise.resolve({})), { concurrency: 1 });
    await queues.add(queue, {});
    await eventually(() => runs === 1);
    expect(await queues.eviction()).toBe('possible');
    expect(warned.mock.calls).toEqual([]);
  } finally {
    await queues.close();
  }
});
