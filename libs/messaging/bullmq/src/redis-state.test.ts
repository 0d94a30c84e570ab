import { defineQueue } from '@tributary/contracts';
import { MAX_LOST_RUNS } from '@tributary/messaging-port';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from './connection/keys.js';
import { BullmqQueues } from './index.js';
import { useRedis } from './test-redis.fixture.js';

const redis = useRedis();
const queue = defineQueue({ name: 'state', data: z.object({ n: z.number() }), result: z.object({}) });

it('says when no Redis answers', async () => {
  const nobody = BullmqQueues.connect({ url: 'redis://127.0.0.1:1' });
  await expect(nobody).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE', retryable: true });
  await expect(nobody).rejects.toThrow(/redis\.url/);
});

it('gives up a job whose runs ended with the death of their process again and again', async () => {
  const { url, prefix, client } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  const { id } = await queues.add(queue, { n: 1 });
  await client.hset(queueKey(prefix, queue.name, id.slice('state.'.length)), 'stc', MAX_LOST_RUNS);
  let runs = 0;
  await queues.consume(queue, () => ((runs += 1), Promise.resolve({})), { concurrency: 1 });
  await eventually(async () => (await queues.get(id))?.state === 'dead');
  expect((await queues.get(id))?.error?.code).toBe('JOB.PROCESS_DIED');
  expect(runs).toBe(0);
  await queues.redrive(id);
  await eventually(async () => (await queues.get(id))?.state === 'done');
  await queues.close();
});

// The rest changes settings of its server, so it has one of its own.
const program = findRedisProgram();

it('tells how safe a job is from the server’s settings, and takes no more when its memory is nearly full', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const client = new Redis(server.url);
  const queues = await BullmqQueues.connect({ url: server.url, limits: { state: { maxWaiting: 10 } } });
  try {
    expect([await queues.durability(), await queues.eviction()]).toEqual(['fsync', 'never']);
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await queues.eviction()).toBe('possible');
    await client.config('SET', 'appendfsync', 'everysec');
    expect(await queues.durability()).toBe('everysec');
    await client.config('SET', 'appendonly', 'no');
    expect(await queues.durability()).toBe('none');
    await client.call('ACL', 'SETUSER', 'worker', 'on', '>secret', 'allkeys', 'allchannels', '+@all', '-config');
    const asWorker = await BullmqQueues.connect({ url: server.url.replace('redis://', 'redis://worker:secret@') });
    expect([await asWorker.durability(), await asWorker.eviction()]).toEqual(['unknown', 'possible']);
    await client.call('ACL', 'SETUSER', 'worker', '-info');
    expect(await asWorker.eviction()).toBe('unknown');
    await client.config('SET', 'maxmemory-policy', 'noeviction');
    await asWorker.close();
    await queues.add(queue, { n: 1 });
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', Math.round(used * 1.1).toString());
    await eventually(() => expect(queues.add(queue, { n: 2 })).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE' }));
  } finally {
    await queues.close();
    client.disconnect();
  }
});
