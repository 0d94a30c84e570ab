import type { ComponentHealth } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { recentHealth } from './recent-health.js';

function looking(status: ComponentHealth['status']) {
  const seen = { now: 1_000_000, looks: 0, status };
  const look = () => {
    seen.looks += 1;
    return Promise.resolve({ name: 'served', kind: 'openai', status: seen.status });
  };
  return { seen, health: recentHealth(look, { now: () => seen.now }) };
}

it('looks once for all who ask at the same time, and again a quarter of a minute later', async () => {
  const { seen, health } = looking('up');
  await Promise.all([health(), health(), health()]);
  seen.now += 14_999;
  expect(await health()).toMatchObject({ name: 'served', status: 'up' });
  expect(seen.looks).toBe(1);
  seen.now += 1;
  seen.status = 'down';
  expect(await health()).toMatchObject({ status: 'down' });
  expect(seen.looks).toBe(2);
});

it('looks sooner again at what was ill', async () => {
  const { seen, health } = looking('down');
  await health();
  seen.now += 4999;
  await health();
  expect(seen.looks).toBe(1);
  seen.now += 1;
  seen.status = 'up';
  expect(await health()).toMatchObject({ status: 'up' });
});

it('keeps nothing of a look that failed', async () => {
  let looks = 0;
  const health = recentHealth(() => Promise.reject(new Error(`look ${(++looks).toString()}`)), { now: () => 0 });
  await expect(health()).rejects.toThrow('look 1');
  await expect(health()).rejects.toThrow('look 2');
});

it('looks again where the clock was set back since', async () => {
  const { seen, health } = looking('up');
  await health();
  seen.now -= 3_600_000;
  seen.status = 'down';
  expect(await health()).toMatchObject({ status: 'down' });
});
