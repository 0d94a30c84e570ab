import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { Deadline } from '@tributary/kernel';
import { defineRequest } from '@tributary/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { BullmqQueues } from '../index.js';
import { useRedis } from '../test-redis.fixture.js';
import { addRequest, takeTurn } from './requests.js';

const redis = useRedis();

describe('a turn of an answerer', () => {
  let base: string;
  let tests = 0;
  const key = (name: string): string => `${base}${name}`;
  beforeEach(async () => {
    base = queueKey(redis().prefix, `turns-${(tests += 1).toString()}`, '');
    await redis().client.zadd(key('consumers'), Date.now() + 60_000, 'one');
  });
  const wait = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) await addRequest(redis().client, base, { id, name: '1000', data: '{"n":1}', maxWaiting: 100 });
  };
  const turn = (own: Partial<Parameters<typeof takeTurn>[2]> = {}) =>
    takeTurn(redis().client, base, { token: 'own', lockMs: 60_000, room: 8, wakeChannel: 'own-wake', ended: [], givenBack: [], ...own });
  const ids = ({ taken }: Awaited<ReturnType<typeof takeTurn>>): readonly string[] => taken.map(({ id }) => id);

  it('takes what waits in its order, in BullMQ’s layout, up to its room', async () => {
    const { client } = redis();
    await wait('a-1', 'a-2', 'a-3');
    const { taken, more } = await turn({ room: 2 });
    expect(taken).toMatchObject(['a-1', 'a-2'].map((id) => ({ id, name: '1000', json: '{"n":1}', number: 1 })));
    expect(taken.every(({ addedAt }) => addedAt > 0)).toBe(true);
    expect(more).toBe(false);
    expect(await client.lrange(key('active'), 0, -1)).toEqual(['a-2', 'a-1']);
    expect(await client.mget(key('a-1:lock'), key('a-2:lock'))).toEqual(['own', 'own']);
    expect(await client.lrange(key('wait'), 0, -1)).toEqual(['a-3']);
    expect(await client.exists(key('resting'))).toBe(0);
  });

  it('leaves the others their share', async () => {
    await redis().client.zadd(key('consumers'), Date.now() + 60_000, 'two');
    await wait('a-1', 'a-2', 'a-3', 'a-4', 'a-5');
    const first = await turn();
    expect([ids(first), first.more]).toEqual([['a-1', 'a-2', 'a-3'], true]);
    expect(ids(await turn({ token: 'other' }))).toEqual(['a-4']);
  });

  it('rests when it has room left, and no longer when it is full', async () => {
    const resting = (): Promise<string[]> => redis().client.lrange(key('resting'), 0, -1);
    await turn();
    await turn();
    expect(await resting()).toEqual(['own-wake']);
    await turn({ room: 0 });
    expect(await resting()).toEqual([]);
  });

  it('has another one woken for what waits when it is full or leaves', async () => {
    await wait('a-1');
    await redis().client.lpush(key('resting'), 'another');
    await turn({ room: 0 });
    expect(await redis().client.exists(key('resting'))).toBe(0);
  });

  it('ends and gives back what it holds, and leaves alone what another holds by now', async () => {
    const { client } = redis();
    await wait('a-1', 'a-2', 'a-3');
    await turn();
    await client.set(key('a-3:lock'), 'another');
    const ended = ['a-1', 'a-3'].map((id) => ({ id, channel: '', answer: '' }));
    await turn({ room: 0, ended, givenBack: ['a-2'] });
    expect(await client.exists(key('a-1'), key('a-1:lock'), key('a-2:lock'))).toBe(0);
    expect(await client.lrange(key('wait'), 0, -1)).toEqual(['a-2']);
    expect(await client.lrange(key('active'), 0, -1)).toEqual(['a-3']);
    expect(await client.get(key('a-3:lock'))).toBe('another');
  });

  it('ends and gives back what nobody holds, wherever it lies', async () => {
    const { client } = redis();
    await wait('a-1', 'a-2', 'a-3');
    await turn({ room: 2 });
    await client.del(key('a-1:lock'), key('a-2:lock'));
    const ended = ['a-1', 'a-3'].map((id) => ({ id, channel: '', answer: '' }));
    expect(ids(await turn({ room: 0, ended, givenBack: ['a-2'] }))).toEqual([]);
    expect(await client.lrange(key('wait'), 0, -1)).toEqual(['a-2']);
    expect(await client.exists(key('a-1'), key('a-3'), key('active'))).toBe(0);
  });

  it('passes by what is no longer there', async () => {
    await wait('a-1', 'a-2');
    await redis().client.del(key('a-1'));
    expect(ids(await turn())).toEqual(['a-2']);
    expect(await redis().client.lrange(key('active'), 0, -1)).toEqual(['a-2']);
  });
});

const program = findRedisProgram();
const queue = defineRequest({ name: 'many', data: z.object({ n: z.number() }), result: z.object({ n: z.number() }) });
const MANY = 200;

it('takes and answers many that wait in far fewer steps than there are requests', async (context) => {
  if (program.kind === 'none') return context.skip(program.reason);
  await using server = await startRedisServer(program.command);
  const client = new Redis(server.url);
  const [asker, busy, free] = await Promise.all([0, 1, 2].map(() => BullmqQueues.connect({ url: server.url })));
  if (asker === undefined || busy === undefined || free === undefined) throw new Error('Three were connected.');
  const steps = async (): Promise<number> => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]);
  const mayEnd = Promise.withResolvers<undefined>();
  try {
    await busy.consume(queue, ({ data }) => mayEnd.promise.then(() => data), { concurrency: 1 });
    const ask = (n: number): Promise<{ n: number }> => asker.request(queue, { n }, { deadline: Deadline.in(60_000) });
    const first = ask(MANY);
    await eventually(async () => (await asker.counts(queue)).active === 1);
    const others = Array.from({ length: MANY }, (_, n) => ask(n));
    await eventually(async () => (await asker.counts(queue)).waiting === MANY);
    const before = await steps();
    await free.consume(queue, ({ data }) => Promise.resolve(data), { concurrency: 64 });
    expect(await Promise.all(others)).toEqual(Array.from({ length: MANY }, (_, n) => ({ n })));
    expect((await steps()) - before).toBeLessThan(MANY / 2);
    mayEnd.resolve(undefined);
    expect(await first).toEqual({ n: MANY });
  } finally {
    await Promise.all([asker, busy, free].map((queues) => queues.close()));
    client.disconnect();
  }
});
