import { BLAMED_LOST_RUNS } from '@tributary/messaging-port';
import { startSource, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hangingQueue } from './hanging-queue.fixture.js';
import { LocalQueues } from './local-queues.js';

it('blames a job in which one process after the other hangs, and no other that was in hand beside it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const jobs = await queues.addMany(
    hangingQueue,
    [1, 2, 13, 3, 4, 5].map((n) => ({ n })),
  );
  const blamed: string[] = [];
  const start = () => startSource(new URL('./hanging.fixture.ts', import.meta.url), [file]);
  for (let death = 0; death < BLAMED_LOST_RUNS; death++) {
    const hanging = start();
    await hanging.line('started 13');
    await hanging.kill();
    blamed.push(...hanging.lines.filter((line) => line.startsWith('blamed')));
  }
  expect(blamed).toEqual([]);
  const last = start();
  await last.line('blamed 13');
  expect(last.lines.filter((line) => line.startsWith('blamed'))).toEqual(['blamed 13']);
  await expect
    .poll(async () => Promise.all(jobs.map(async ({ id }) => (await queues.get(id))?.state)), { timeout: 20_000 })
    .toEqual(jobs.map(() => 'done'));
  await last.kill();
  await queues.close();
});
