import { defineRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { BullmqQueues } from '../index.js';
import { useRedis } from '../test-redis.fixture.js';

const redis = useRedis();
const queue = defineRequest({ name: 'left-over', data: z.object({}), result: z.object({ run: z.number() }) });

let asker: Queues;
let leaving: Queues;
let staying: Queues;
beforeEach(async () => {
  const { url, prefix } = redis();
  const open = () => BullmqQueues.connect({ url, prefix });
  [asker, leaving, staying] = await Promise.all([open(), open(), open()]);
});
afterEach(() => Promise.all([asker, leaving, staying].map((queues) => queues.close())));

function ask(): Promise<{ run: number }> {
  return asker.request(queue, {}, { deadline: Deadline.in(60_000) });
}

it(
  'is answered by a process whose lock lapsed while it stood still, although another one works on it, too',
  { timeout: 60_000 },
  async () => {
    const { client, prefix } = redis();
    const signals: AbortSignal[] = [];
    const ends = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const handler = async ({ signal }: { readonly signal: AbortSignal }) => {
      const run = signals.push(signal);
      await ends[run - 1]?.promise;
      return { run };
    };
    for (const queues of [leaving, staying]) await queues.consume(queue, handler, { concurrency: 1 });
    const answer = ask();
    await eventually(() => signals.length === 1);
    const [lock = ''] = await client.keys(queueKey(prefix, queue.name, '*:lock'));
    await client.del(lock);
    await eventually(() => signals.length === 2);
    // The second run's lock is renewed twice: by then the first has heard that its own is gone.
    for (const _time of [1, 2]) {
      let least = Infinity;
      await eventually(async () => {
        const left = await client.pttl(lock);
        const isRenewed = left > least;
        least = Math.min(least, left);
        return isRenewed;
      });
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    ends[0]?.resolve(undefined);
    expect(await answer).toEqual({ run: 1 });
    ends[1]?.resolve(undefined);
  },
);

it('goes on where it runs when it lost its lock and nobody else took it, and leaves nothing behind', { timeout: 60_000 }, async () => {
  const { client, prefix } = redis();
  const end = Promise.withResolvers<undefined>();
  let runs = 0;
  await staying.consume(queue, () => end.promise.then(() => ({ run: runs })).finally(() => (runs += 1)), { concurrency: 2 });
  const answer = ask();
  const keys = (): Promise<string[]> => client.keys(queueKey(prefix, queue.name, '*-1*'));
  await eventually(async () => (await keys()).length === 2);
  const [lock = ''] = await client.keys(queueKey(prefix, queue.name, '*:lock'));
  await client.del(lock);
  await eventually(async () => (await client.exists(lock)) === 1);
  end.resolve(undefined);
  expect(await answer).toEqual({ run: 0 });
  await eventually(async () => (await keys()).length === 0);
  expect([runs, await client.llen(queueKey(prefix, queue.name, 'active'))]).toEqual([1, 0]);
});

it('is answered by another process when its own must end before it has the answer', { timeout: 60_000 }, async () => {
  let began = false;
  const stopped = await leaving.consume(
    queue,
    ({ signal }) => {
      began = true;
      const { promise, reject } = Promise.withResolvers<{ run: number }>();
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error); // the reason of an abort of ours
      });
      return promise;
    },
    { concurrency: 1 },
  );
  const answer = ask();
  await eventually(() => began);
  await staying.consume(queue, () => Promise.resolve({ run: 2 }), { concurrency: 1 });
  await stopped.stop(0);
  expect(await answer).toEqual({ run: 2 });
});
