import { defineRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from '../index.js';

const queue = defineRequest({ name: 'not-kept', data: z.object({ n: z.number() }), result: z.object({ n: z.number() }) });
const program = findRedisProgram();

it('asks and answers without a byte in Redis’s append-only file, so nobody waits for the disk', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const client = new Redis(server.url);
  const [asker, answerer] = [await BullmqQueues.connect({ url: server.url }), await BullmqQueues.connect({ url: server.url })];
  const written = async (): Promise<number> => Number(/^aof_current_size:(\d+)/m.exec(await client.info('persistence'))?.[1]);
  try {
    await answerer.consume(queue, ({ data }) => Promise.resolve({ n: data.n + 1 }), { concurrency: 4 });
    const ask = (n: number): Promise<{ n: number }> => asker.request(queue, { n }, { deadline: Deadline.in(30_000) });
    await ask(0); // the first one names the queue, which is kept
    const before = await written();
    for (let n = 1; n <= 20; n += 1) expect(await ask(n)).toEqual({ n: n + 1 });
    expect(await Promise.all([21, 22, 23, 24, 25, 26].map(ask))).toHaveLength(6);
    expect(await written()).toBe(before);
    expect(before).toBeGreaterThan(0);
  } finally {
    await Promise.all([asker.close(), answerer.close()]);
    client.disconnect();
  }
});
