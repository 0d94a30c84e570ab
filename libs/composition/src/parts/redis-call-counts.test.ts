import { silentLogger } from '@tributary/platform';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { expect, it } from 'vitest';
import { RedisCallCounts } from './redis-call-counts.js';

const settings = { searchesPerSecond: 20, searchBurst: 60, ingestsAtOnce: 5 };

it('counts what two replicas of the gateway are asked together', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const redis = await startRedisServer(supply.command);
  const options = { url: redis.url, prefix: 'test', logger: silentLogger, settings };
  const [one, other] = [new RedisCallCounts(options), new RedisCallCounts(options)];
  try {
    const waits: number[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < 40; n++) waits.push(await one.takeSearch('ada'), await other.takeSearch('ada'));
    const taken = waits.filter((ms) => ms === 0).length;
    const seconds = (performance.now() - startedAt) / 1_000;
    // While they are counted, some more become free.
    expect(taken).toBeGreaterThanOrEqual(60);
    expect(taken).toBeLessThanOrEqual(61 + Math.ceil(20 * seconds));
    expect(Math.max(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(50);
    expect(await other.takeSearch('bob')).toBe(0);
    await eventually(async () => (await one.takeSearch('ada')) === 0);

    const begun = await Promise.all([one, other, one, other, one].map((counts) => counts.beginIngest('ada')));
    expect(begun.every((end) => end !== undefined)).toBe(true);
    expect(await other.beginIngest('ada')).toBeUndefined();
    expect(await other.beginIngest('bob')).toBeDefined();
    await begun[0]?.();
    expect(await other.beginIngest('ada')).toBeDefined();
  } finally {
    await Promise.all([one.close(), other.close()]);
    await redis.remove();
  }
});

it('holds nobody up while Redis is away', async () => {
  const counts = new RedisCallCounts({ url: 'redis://127.0.0.1:9', prefix: 'test', logger: silentLogger, settings });
  expect(await counts.takeSearch('ada')).toBe(0);
  await (
    await counts.beginIngest('ada')
  )?.();
  await counts.close();
});
