import { defineQueue, defineRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { eventually, startSilentLine } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from '../index.js';
import { useRedis } from '../test-redis.fixture.js';

/** Far below the quarter of an hour after which the operating system gives up a connection that nobody acknowledges. */
const SOON_MS = 30_000;

const redis = useRedis();
const work = defineQueue({ name: 'silent-work', data: z.object({ n: z.number() }), result: z.object({}) });
const question = defineRequest({ name: 'silent-question', data: z.object({}), result: z.object({ answer: z.number() }) });

it('makes new connections soon after all there were fell silent without being closed', async () => {
  const { url, prefix } = redis();
  await using line = await startSilentLine(Number(new URL(url).port));
  const queues = await BullmqQueues.connect({ url: `redis://127.0.0.1:${line.port.toString()}`, prefix });
  const done: number[] = [];
  await queues.consume(work, ({ data }) => (done.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await queues.consume(question, () => Promise.resolve({ answer: 42 }), { concurrency: 1 });
  const ask = () => queues.request(question, {}, { deadline: Deadline.in(5_000) });
  await eventually(ask);
  await queues.add(work, { n: 1 });
  await eventually(() => done.includes(1));

  line.silence();
  await eventually(async () => {
    const [{ id }, answered] = await Promise.all([queues.add(work, { n: 2 }), ask()]);
    expect(answered).toEqual({ answer: 42 });
    await eventually(async () => (await queues.get(id))?.state === 'done', 5_000);
  }, SOON_MS);
  expect(done).toContain(2);
  await queues.close();
});
