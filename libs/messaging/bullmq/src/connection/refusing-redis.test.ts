import { defineQueue } from '@tributary/contracts';
import { eventually, findRedisProgram, freePort, startRedisServer, type RedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BullmqQueues } from '../index.js';

const PASSWORD = 'the-right-one-0123';
const WRONG = 'the-wrong-one-4567';
const supply = findRedisProgram();
const work = defineQueue({ name: 'refused-work', data: z.object({}), result: z.object({}) });

let server: RedisServer;
let operator: Redis;

beforeEach(async (context) => {
  if (supply.kind === 'none') return context.skip(supply.reason);
  server = await startRedisServer(supply.command);
  operator = new Redis(server.url).on('error', () => undefined);
});
afterEach(async () => {
  operator.disconnect();
  await server.remove();
});

const addressWith = (password: string) => server.url.replace('//', `//:${password}@`);

/** Reasons of what is logged, with the message before each. */
function listened() {
  const lines: string[] = [];
  return {
    lines,
    log: (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
      lines.push(`${message}${'reason' in fields ? `: ${String(fields['reason'])}` : ''}`);
    },
  };
}

async function refusalOf(url: string): Promise<string> {
  try {
    const queues = await BullmqQueues.connect({ url });
    await queues.close();
    return 'none';
  } catch (error) {
    expect(error).toMatchObject({ code: 'QUEUE.UNAVAILABLE', retryable: true });
    return error instanceof Error ? error.message : '';
  }
}

it('waits at the start for a Redis that is not there yet, and says so once', async () => {
  await server.crash();
  const { lines, log } = listened();
  const connecting = BullmqQueues.connect({ url: server.url, log, patienceMs: 60_000 });
  await eventually(() => lines.length > 0);
  await server.restart();
  const queues = await connecting;
  expect(await queues.durability()).not.toBe('unknown');
  expect(lines).toEqual([expect.stringMatching(/^Redis is not there; the start waits for it: .*ECONNREFUSED/)]);
  await queues.close();
});

it('does not wait where the password is refused', async () => {
  await operator.config('SET', 'requirepass', PASSWORD);
  const { lines, log } = listened();
  await expect(BullmqQueues.connect({ url: addressWith(WRONG), log, patienceMs: 60_000 })).rejects.toThrow('WRONGPASS');
  expect(lines.filter((line) => line.includes('waits'))).toEqual([]);
});

it('says at the start what is wrong: the password, a missing one, an address where nothing listens, a name that nobody knows', async () => {
  await operator.config('SET', 'requirepass', PASSWORD);
  const signIns = [await refusalOf(addressWith(WRONG)), await refusalOf(server.url)];
  expect(signIns[0]).toBe('Redis refuses the user or the password (WRONGPASS). Check both in redis.url.');
  expect(signIns[1]).toContain('(NOAUTH)');
  const nobody = await refusalOf(`redis://127.0.0.1:${(await freePort()).toString()}`);
  expect(nobody).toBe('Redis does not answer (ECONNREFUSED). Check that it runs and that redis.url is right.');
  expect(await refusalOf('redis://redis.invalid:6379')).toMatch(/\((?:ENOTFOUND|EAI_AGAIN)\)/);
  for (const told of [...signIns, nobody]) expect(told).not.toMatch(/127\.0\.0\.1|the-(?:right|wrong)-one/);
});

it('says so, too, of a Redis whose password was changed, in one line of the log, and in one that it is back', async () => {
  const { lines, log } = listened();
  const queues = await BullmqQueues.connect({ url: server.url, log });
  await operator.config('SET', 'requirepass', PASSWORD);
  await operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await eventually(async () => {
    await expect(queues.durability()).rejects.toThrow('(NOAUTH)');
    await expect(queues.counts(work)).rejects.toThrow('(NOAUTH)');
    await expect(queues.add(work, {})).rejects.toThrow('(NOAUTH)');
  });
  await operator.config('SET', 'requirepass', '');
  await eventually(() => lines.length > 1);
  expect(lines).toEqual(['Redis is away: Redis refuses the user or the password (NOAUTH). Check both in redis.url.', 'Redis is back']);
  expect(await queues.durability()).toBe('fsync');
  await queues.close();
});

it('says why a Redis that crashed is away, and logs nothing of one that is closed', async () => {
  const { lines, log } = listened();
  const queues = await BullmqQueues.connect({ url: server.url, log });
  await server.crash();
  await eventually(async () => {
    await expect(queues.durability()).rejects.toThrow('(ECONNREFUSED)');
  });
  await server.restart();
  await eventually(() => lines.includes('Redis is back'));
  expect(lines).toContain('Redis is away: Redis does not answer (ECONNREFUSED). Check that it runs and that redis.url is right.');
  const told = lines.length;
  await queues.close();
  await server.crash();
  expect(lines).toHaveLength(told);
});

it('logs once what its user may no longer do', async () => {
  const { lines, log } = listened();
  const queues = await BullmqQueues.connect({ url: server.url, log });
  await queues.consume(work, () => Promise.resolve({}), { concurrency: 1 });
  await operator.call('ACL', 'SETUSER', 'default', '-evalsha', '-eval');
  await eventually(() => lines.some((line) => line.includes('NOPERM')));
  expect(
    lines.filter((line) => line.startsWith('Redis refuses what a worker asks: Redis refuses what its user may not do (NOPERM')),
  ).toHaveLength(1);
  await operator.call('ACL', 'SETUSER', 'default', '+@all');
  await queues.close();
});
