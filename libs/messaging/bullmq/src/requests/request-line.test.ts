import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { queueKey } from '../connection/keys.js';
import { RedisClients } from '../connection/redis-clients.js';
import { Subscriptions } from '../connection/subscriptions.js';
import { QUIET_MS } from '../consuming/worker.js';
import { monitorCommands } from '../monitor.fixture.js';
import { addRequest } from '../scripts/requests.js';
import { useRedis } from '../test-redis.fixture.js';
import { RequestLine } from './request-line.js';

const redis = useRedis();

it('does not take again what it lost and ended while it asked for more', async () => {
  const { client, prefix, url } = redis();
  const base = queueKey(prefix, 'line', '');
  const key = (name: string): string => `${base}${name}`;
  await client.zadd(key('consumers'), Date.now() + 60_000, 'one');
  const clients = await RedisClients.connect(url);
  const parts = { queue: 'line', prefix, redis: clients.answerers, subscriptions: new Subscriptions(clients), concurrency: 4 };
  const taken: string[] = [];
  const line = new RequestLine({ ...parts, onTaken: ({ id }) => taken.push(id) });
  await line.open();
  await addRequest(client, base, { id: 'a-1', name: '1000', data: '{}', maxWaiting: 10 });
  await eventually(() => taken.length === 1);
  await client.multi().del(key('a-1:lock')).lrem(key('active'), 1, 'a-1').rpush(key('wait'), 'a-1').exec();
  for (const id of ['another', 'a-1']) line.end({ id, channel: '', answer: '' }); // the first one's turn is under way when the second one ends
  await eventually(async () => (await client.exists(key('a-1'))) === 0);
  line.close();
  await line.leave();
  clients.close();
  expect(taken).toEqual(['a-1']);
});

it('looks for lost requests only now and then while nobody has one, and finds those that are taken meanwhile', async () => {
  const { client, prefix, url } = redis();
  const base = queueKey(prefix, 'quiet', '');
  await client.zadd(`${base}consumers`, Date.now() + 60_000, 'one');
  const clients = await RedisClients.connect(url);
  const parts = { queue: 'quiet', prefix, redis: clients.answerers, subscriptions: new Subscriptions(clients), concurrency: 4 };
  const taken: string[] = [];
  const line = new RequestLine({ ...parts, onTaken: ({ id }) => taken.push(id) });
  await line.open();
  const looks: number[] = [];
  const monitor = await monitorCommands(url, ([command = '', key = ''], atMs) => {
    if (command.toLowerCase() === 'set' && key === `${base}stalled-check`) looks.push(atMs);
  });
  await eventually(() => (looks.at(-1) ?? 0) - (looks.at(-3) ?? Infinity) > 1.5 * QUIET_MS);
  // What another process took, and lost with its life.
  await client.hset(`${base}a-1`, { name: '1000', data: '{}', timestamp: Date.now() });
  await client.lpush(`${base}active`, 'a-1');
  await eventually(() => taken.length === 1);
  monitor.disconnect();
  line.close();
  await line.leave();
  clients.close();
  expect(taken).toEqual(['a-1']);
});
