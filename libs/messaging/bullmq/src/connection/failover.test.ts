import { defineQueue, defineRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { eventually, findRedisProgram, startRedisServer, startSilentLine, type RedisServer, type SilentLine } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from '../index.js';

const SOON_MS = 20_000;
const supply = findRedisProgram();
const work = defineQueue({ name: 'moved-work', data: z.object({ n: z.number() }), result: z.object({}) });
const question = defineRequest({ name: 'moved-question', data: z.object({}), result: z.object({ answer: z.number() }) });

/** Two servers and one address, which leads to the first. */
let first: RedisServer;
let second: RedisServer;
let line: SilentLine;
let operators: { readonly first: Redis; readonly second: Redis };

beforeEach(async (context) => {
  if (supply.kind === 'none') return context.skip(supply.reason);
  [first, second] = await Promise.all([startRedisServer(supply.command), startRedisServer(supply.command)]);
  line = await startSilentLine(first.port);
  operators = { first: new Redis(first.url), second: new Redis(second.url) };
});
afterEach(async () => {
  operators.first.disconnect();
  operators.second.disconnect();
  await line[Symbol.asyncDispose]();
  await Promise.all([first.remove(), second.remove()]);
});

const address = () => `redis://127.0.0.1:${line.port.toString()}`;

/** The first becomes a replica of the second; whoever is connected to it stays so. */
async function demoteFirst(): Promise<void> {
  await operators.first.replicaof('127.0.0.1', second.port);
}

/** Connections at the first server but for the operator's and those of replication. */
async function leftAtFirst(): Promise<number> {
  const list = String(await operators.first.client('LIST'));
  const own = await operators.first.client('ID');
  return list.split('\n').filter((row) => row !== '' && !row.includes(`id=${own.toString()} `) && !/ flags=[SM]/.test(row)).length;
}

it('follows a failover: all connections leave the server that became a replica, and jobs and answers go on', async () => {
  const queues = await BullmqQueues.connect({ url: address() });
  const done: number[] = [];
  await queues.consume(work, ({ data }) => (done.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await queues.consume(question, () => Promise.resolve({ answer: 42 }), { concurrency: 1 });
  const ask = () => queues.request(question, {}, { deadline: Deadline.in(500) });
  await eventually(ask);
  expect(await leftAtFirst()).toBeGreaterThan(3);

  line.leadTo(second.port);
  await demoteFirst();
  await eventually(async () => {
    expect(await leftAtFirst()).toBe(0);
  }, SOON_MS);
  await eventually(async () => {
    await queues.add(work, { n: 1 });
    expect(await ask()).toEqual({ answer: 42 });
  }, SOON_MS);
  await eventually(() => done.includes(1), SOON_MS);
  expect(await queues.durability()).toBe('fsync');
  await queues.close();
});

it('brings a process that asks for nothing but its readiness to the new master', async () => {
  const queues = await BullmqQueues.connect({ url: address() });
  line.leadTo(second.port);
  await demoteFirst();
  await expect(queues.durability()).rejects.toThrow(/^Redis is a replica, which takes no writes \(READONLY\)\. .*redis\.url/);
  await eventually(async () => {
    expect(await queues.durability()).toBe('fsync');
    expect(await leftAtFirst()).toBe(0);
  }, SOON_MS);
  await queues.close();
});

it('says so while its address leads to a replica, tells it in one line of the log, and works once the replica is promoted', async () => {
  const lines: string[] = [];
  const queues = await BullmqQueues.connect({
    url: address(),
    log: (message, { reason } = {}) => lines.push(`${message}: ${String(reason)}`),
  });
  const done: number[] = [];
  await queues.consume(work, ({ data }) => (done.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await demoteFirst();
  let refusals = 0;
  await eventually(async () => {
    await queues.add(work, { n: 1 }).catch((error: unknown) => {
      if (String(error).includes('(READONLY)')) refusals += 1;
    });
    expect(refusals).toBeGreaterThan(5);
  }, SOON_MS);
  await operators.first.replicaof('NO', 'ONE');
  await eventually(() => queues.add(work, { n: 2 }), SOON_MS);
  await eventually(() => done.includes(2), SOON_MS);
  expect(lines).toEqual([expect.stringMatching(/^Redis takes no writes; connections are made anew: Redis is a replica.*\(READONLY\)/)]);
  await queues.close();
});

it('says what is wrong with a server that has no memory left, also at the look of its readiness, and is well once it has some', async () => {
  const queues = await BullmqQueues.connect({ url: address() });
  await queues.consume(question, () => Promise.resolve({ answer: 42 }), { concurrency: 1 });
  const ask = () => queues.request(question, {}, { deadline: Deadline.in(500) });
  await eventually(ask);
  await operators.first.config('SET', 'maxmemory', '1mb');
  const full = /^Redis has no memory left for what it is to keep \(OOM\)\. .*maxmemory/;
  await expect(ask()).rejects.toThrow(full);
  await expect(queues.durability()).rejects.toThrow(full);
  await expect(queues.durability()).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE', retryable: true });
  await operators.first.config('SET', 'maxmemory', '0');
  await eventually(ask);
  expect(await queues.durability()).toBe('fsync');
  await queues.close();
});
