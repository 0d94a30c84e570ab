import { defineQueue } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { BullmqQueues } from '../index.js';
import { monitorCommands } from '../monitor.fixture.js';
import { useRedis } from '../test-redis.fixture.js';
import { Backlogs } from './backlogs.js';

const redis = useRedis();
const queue = defineQueue({ name: 'backlog', data: z.object({ n: z.number() }), result: z.object({}) });
const MANY = 50;

it('asks Redis once for all who want to know at the same time', async () => {
  const { url, prefix, client } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  await Promise.all([1, 2, 3].map((n) => queues.add(queue, { n })));
  const backlogs = new Backlogs(client, prefix, {});
  await backlogs.counts(queue);
  const base = queueKey(prefix, queue.name, '');
  const heard: (readonly string[])[] = [];
  const monitor = await monitorCommands(url, (args) => heard.push(args));
  const waiting = await Promise.all(Array.from({ length: MANY }, () => backlogs.runnable(queue)));
  await client.echo('the end');
  await eventually(() => heard.some(([command]) => command?.toLowerCase() === 'echo'));
  expect(new Set(waiting)).toEqual(new Set([3]));
  expect(heard.filter(([command, , , key]) => command?.toLowerCase() === 'evalsha' && key === base)).toHaveLength(1);
  monitor.disconnect();
  await queues.close();
});

it('lets no more in than fit of those who come in the same moment', async () => {
  const { prefix, client } = redis();
  const backlogs = new Backlogs(client, prefix, { limits: { moment: { maxWaiting: 10 } } });
  const moment = defineQueue({ name: 'moment', data: z.object({ n: z.number() }), result: z.object({}) });
  const admitted = await Promise.allSettled(Array.from({ length: MANY }, () => backlogs.admit(moment, 1, 8)));
  expect(admitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});
