import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineQueue } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LocalQueues } from './local-queues.js';

const queue = defineQueue({ name: 'local', data: z.object({ n: z.number() }), result: z.object({}) });
const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;

it('goes on after the clock went back while no process ran', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const [, delayed] = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
  const other = new DatabaseSync(file);
  const tomorrow = Date.now() + DAY_MS;
  other.prepare("UPDATE jobs SET state = 'active', owner = 'a dead worker', runs = 1 WHERE id = 1").run();
  other
    .prepare("INSERT INTO workers (id, queues, present_until, lease_until) VALUES ('a dead worker', '[\"local\"]', ?, ?)")
    .run(tomorrow, tomorrow);
  other.prepare("UPDATE jobs SET state = 'delayed', due_at = ? WHERE id = 2").run(tomorrow);
  other.close();
  expect((await queues.get(delayed?.id ?? ''))?.state).toBe('delayed');
  expect(await queues.isConsumed(queue)).toBe(false);
  const seen: number[] = [];
  await queues.consume(queue, ({ data }) => (seen.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await eventually(() => seen.length === 2);
  expect(seen.sort()).toEqual([1, 2]);
  await queues.close();
});

afterEach(() => {
  vi.useRealTimers();
});

it('goes on after the clock went back while it ran', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HALF_HOUR_MS });
  const [queues, producer] = [LocalQueues.open({ file }), LocalQueues.open({ file })];
  const seen: number[] = [];
  await queues.consume(queue, ({ data }) => (seen.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await queues.add(queue, { n: 2 }, { delayMs: 300 });
  await producer.add(queue, { n: 1 });
  await eventually(() => seen.length === 1);
  vi.useRealTimers();
  await eventually(() => seen.length === 2);
  expect(seen).toEqual([1, 2]);
  await eventually(() => producer.isConsumed(queue));
  await producer.close();
  await queues.close();
});
