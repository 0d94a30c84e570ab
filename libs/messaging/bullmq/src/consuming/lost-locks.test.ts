import { randomUUID } from 'node:crypto';
import { defineQueue } from '@tributary/contracts';
import { abortReason, retryable } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { BullmqQueues } from '../index.js';
import { useRedis } from '../test-redis.fixture.js';
import { LOCK_MS } from './worker.js';

const redis = useRedis();
const nothing = z.object({});

let queues: Queues;
let queue: ReturnType<typeof freshQueue>;
beforeEach(async () => {
  const { url, prefix } = redis();
  queues = await BullmqQueues.connect({ url, prefix });
  queue = freshQueue();
});
afterEach(() => queues.close());

const freshQueue = () =>
  defineQueue({
    name: `lost-${randomUUID().slice(0, 8)}`,
    data: nothing,
    result: nothing,
    retry: { attempts: 3, backoff: { delayMs: 10, factor: 2, jitter: 0.5 } },
  });
const key = (part: string) => queueKey(redis().prefix, queue.name, part);
const field = async (id: string, name: string) => Number(await redis().client.hget(key(id), name));

/** What a look for lost jobs does with one whose lock has lapsed; resolves when this process has taken it again and said that it lives. */
async function loseLock(id: string): Promise<void> {
  // Just after it was renewed, so that no renewal fails in between.
  await eventually(async () => (await redis().client.pttl(key(`${id}:lock`))) > LOCK_MS - 50);
  const taken = await field(id, 'ats');
  const lost = redis()
    .client.multi()
    .del(key(`${id}:lock`))
    .lrem(key('active'), 0, id)
    .hincrby(key(id), 'stc', 1);
  await lost.rpush(key('wait'), id).zadd(key('marker'), 0, '0').exec();
  await eventually(async () => (await field(id, 'ats')) > taken && (await field(id, 'stc')) === 0);
}

/** Consumes with a handler that is told its number, from 1; counts how many run beside each other, and those that a renewal that came late ended: on a busy machine
 *  one may fall between the loss of a lock and the next. */
async function consume(handler: (run: number, signal: AbortSignal) => Promise<void>) {
  const seen = { runs: 0, now: 0, mostAtOnce: 0, interrupted: 0 };
  await queues.consume(
    queue,
    async ({ signal }) => {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.now);
      await handler(++seen.runs, signal).finally(() => {
        seen.now--;
        if (signal.aborted) seen.interrupted++;
      });
      return {};
    },
    { concurrency: 2 },
  );
  return seen;
}

async function addOne(): Promise<string> {
  const { id } = await queues.add(queue, {});
  return id.slice(queue.name.length + 1);
}

const stateOf = async (id: string) => (await queues.get(`${queue.name}.${id}`))?.state;

it('runs a job once where its lock lapses while it runs, however often, counts no death, and takes its result', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const seen = await consume(() => promise);
  const id = await addOne();
  await eventually(() => seen.runs === 1);
  for (let n = 0; n < 4; n++) await loseLock(id); // more than it has places
  resolve(undefined);
  await eventually(async () => (await stateOf(id)) === 'done');
  expect(seen).toMatchObject({ runs: 1, now: 0, mostAtOnce: 1 });
});

it('renews the lock that came last', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const seen = await consume(() => promise);
  const id = await addOne();
  await eventually(() => seen.runs === 1);
  await loseLock(id);
  const [lock, client] = [key(`${id}:lock`), redis().client];
  const token = await client.get(lock);
  await eventually(async () => (await client.pttl(lock)) < LOCK_MS - 150);
  await eventually(async () => (await client.pttl(lock)) > LOCK_MS - 50);
  expect(await client.get(lock)).toBe(token);
  resolve(undefined);
  await eventually(async () => (await stateOf(id)) === 'done');
});

it('counts the failure of such a run once', async () => {
  const { promise, reject } = Promise.withResolvers<undefined>();
  const seen = await consume((run) => (run === 1 ? promise : Promise.resolve()));
  const id = await addOne();
  await eventually(() => seen.runs === 1);
  await loseLock(id);
  await loseLock(id);
  reject(retryable('A.B', 'away'));
  await eventually(async () => (await stateOf(id)) === 'done');
  expect(seen).toMatchObject({ runs: 2, now: 0, mostAtOnce: 1 });
  expect(await field(id, 'atm')).toBe(2 - seen.interrupted); // the failure, which does not count where the run was told to let go, and the success
});

it('begins a job again only when the run that was told to let go of it has ended', async () => {
  const letGo = Promise.withResolvers<undefined>();
  let hasHeard = false;
  const seen = await consume(async (run, signal) => {
    if (run > 1) return;
    signal.addEventListener('abort', () => (hasHeard = true));
    await letGo.promise;
    throw abortReason(signal);
  });
  const id = await addOne();
  await eventually(() => seen.runs === 1);
  await redis().client.set(key(`${id}:lock`), 'of another process', 'PX', 60_000);
  await eventually(() => hasHeard);
  await loseLock(id);
  expect(seen.runs).toBe(1);
  letGo.resolve(undefined);
  await eventually(async () => (await stateOf(id)) === 'done');
  expect(seen).toMatchObject({ runs: 2, now: 0, mostAtOnce: 1 });
});
