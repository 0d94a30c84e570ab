import { once } from 'node:events';
import { defineQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { MAX_LOST_RUNS } from '@tributary/messaging-port';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from './connection/keys.js';
import { QUIET_MS } from './consuming/worker.js';
import { BullmqQueues } from './index.js';
import { monitorCommands } from './monitor.fixture.js';
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

it('runs a job that got the number of a cancelled one that Redis has lost', async () => {
  const { url, prefix, client } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  const numbered = defineQueue({ ...queue, name: 'numbered' });
  const runs: number[] = [];
  const run = async ({ data, signal }: { readonly data: { readonly n: number }; readonly signal: AbortSignal }) => {
    if (runs.push(data.n) === 1) await once(signal, 'abort');
    signal.throwIfAborted();
    return {};
  };
  await queues.consume(numbered, run, { concurrency: 1 });
  const first = await queues.add(numbered, { n: 1 });
  await eventually(() => runs.length === 1);
  await queues.cancel(first.id);
  await eventually(async () => (await queues.get(first.id))?.state === 'cancelled');
  await client.unlink(...(await client.keys(`*${prefix}*`)));
  expect(await queues.add(numbered, { n: 2 })).toEqual(first);
  await eventually(async () => (await queues.get(first.id))?.state === 'done');
  expect(runs).toEqual([1, 2]);
  await queues.close();
});

it('looks for lost jobs while none runs, and writes nothing for it', async () => {
  const { url, prefix } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  await queues.consume(queue, () => Promise.resolve({}), { concurrency: 1 });
  const { id } = await queues.add(queue, { n: 1 });
  await eventually(async () => (await queues.get(id))?.state === 'done');
  const base = queueKey(prefix, queue.name, '');
  const looks: { readonly command: string; readonly atMs: number }[] = [];
  const monitor = await monitorCommands(url, ([command = '', ...args], atMs) => {
    if (args.some((arg) => arg === `${base}active` || arg === `${base}stalled-check`)) looks.push({ command: command.toLowerCase(), atMs });
  });
  // Two pauses between the last three; one that Redis heard of late came nearer to the next.
  await eventually(() => (looks.at(-1)?.atMs ?? 0) - (looks.at(-3)?.atMs ?? Infinity) > 1.5 * QUIET_MS);
  expect(new Set(looks.map(({ command }) => command))).toEqual(new Set(['llen']));
  monitor.disconnect();
  await queues.close();
});

it('looks for lost jobs while it runs one, without asking whether any runs', async () => {
  const { url, prefix } = redis();
  const queues = await BullmqQueues.connect({ url, prefix });
  const mayEnd = Promise.withResolvers<undefined>();
  await queues.consume(queue, () => mayEnd.promise.then(() => ({})), { concurrency: 1 });
  const { id } = await queues.add(queue, { n: 1 });
  await eventually(async () => (await queues.get(id))?.state === 'active');
  const base = queueKey(prefix, queue.name, '');
  const looks: string[] = [];
  const monitor = await monitorCommands(url, ([command = '', ...args]) => {
    if (command.toLowerCase() === 'llen' && args[0] === `${base}active`) looks.push('whether any runs');
    if (command.toLowerCase() === 'evalsha' && args.includes(`${base}stalled-check`)) looks.push('for lost ones');
  });
  await eventually(() => looks.length >= 4);
  expect(new Set(looks)).toEqual(new Set(['for lost ones']));
  monitor.disconnect();
  mayEnd.resolve(undefined);
  await eventually(async () => (await queues.get(id))?.state === 'done');
  await queues.close();
});

describe('a process that stands still while it runs a job, and lives on', () => {
  /** A job that has lost all runs but one; its next one holds the event loop up for longer than a lock lives. */
  async function runStandingStill(fields: Readonly<Record<string, number>>) {
    const { url, prefix, client } = redis();
    const queues = await BullmqQueues.connect({ url, prefix });
    const { id } = await queues.add(queue, { n: 1 });
    const key = queueKey(prefix, queue.name, id.slice('state.'.length));
    await client.hset(key, { stc: MAX_LOST_RUNS - 1, ...fields });
    let runs = 0;
    const run = async ({ signal }: { readonly signal: AbortSignal }) => {
      runs += 1;
      if (runs > 1) return {};
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      await eventually(() => signal.aborted);
      return {};
    };
    await queues.consume(queue, run, { concurrency: 1 });
    await eventually(async () => ['done', 'dead'].includes((await queues.get(id))?.state ?? ''));
    const ended = await queues.get(id);
    await queues.close();
    return { runs, state: ended?.state, code: ended?.error?.code };
  }

  it('loses the run, which counts as no death', async () => {
    expect(await runStandingStill({})).toEqual({ runs: 2, state: 'done', code: undefined });
  });

  it('is forgiven only so often', async () => {
    expect(await runStandingStill({ forgiven: 200 })).toEqual({ runs: 1, state: 'dead', code: 'JOB.PROCESS_DIED' });
  });
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

it('drops the dead letters that died first where they leave no memory for jobs, and keeps the others', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const client = new Redis(server.url);
  const said: string[] = [];
  const queues = await BullmqQueues.connect({ url: server.url, log: (message) => said.push(message) });
  const large = defineQueue({ name: 'large', data: z.object({ text: z.string() }), result: z.object({}) });
  try {
    const small = await queues.add(queue, { n: 0 });
    const other = await queues.consume(queue, () => Promise.reject(permanent('A.B', 'broken')), { concurrency: 1 });
    await eventually(async () => (await queues.get(small.id))?.state === 'dead');
    await other.stop(1000);
    const consumer = await queues.consume(large, () => Promise.reject(permanent('A.B', 'broken')), { concurrency: 1 });
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) {
      ids.push((await queues.add(large, { text: 'x'.repeat(500_000) })).id);
      await eventually(async () => (await queues.counts(large)).dead === n + 1);
    }
    await consumer.stop(1000);
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', Math.round(used * 1.1).toString());
    await eventually(async () => {
      await queues.add(queue, { n: 1 });
      expect((await queues.counts(large)).dead).toBeLessThan(24);
    });
    expect(await queues.get(ids[0] ?? '')).toBeUndefined();
    expect(await queues.get(ids[23] ?? '')).toMatchObject({ state: 'dead' });
    // It is older, but its queue's take little.
    expect(await queues.get(small.id)).toMatchObject({ state: 'dead' });
    expect(said).toContain('dead letters dropped, as Redis is nearly full');
  } finally {
    await queues.close();
    client.disconnect();
  }
});
