import { BLAMED_LOST_ALONE, SUSPECT_LOST_RUNS } from '@tributary/messaging-port';
import { eventually, startSource, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hangingQueue, slowQueue } from './hanging-queue.fixture.js';
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
  for (let death = 0; death < SUSPECT_LOST_RUNS + BLAMED_LOST_ALONE; death++) {
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

it('blames no job of another queue that was in hand beside one in which processes hang', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const culprit = await queues.add(hangingQueue, { n: 13 });
  const beside = await queues.add(slowQueue, { n: 1 });
  const ended: string[] = [];
  const start = () => startSource(new URL('./hanging.fixture.ts', import.meta.url), [file]);
  const isDone = async () => (await queues.get(culprit.id))?.state === 'done';
  // Both are in hand at the first two deaths; then the other one comes to its end.
  for (let death = 0; death < SUSPECT_LOST_RUNS + BLAMED_LOST_ALONE; death++) {
    const hanging = start();
    if (death < SUSPECT_LOST_RUNS) await hanging.line('started slow');
    await hanging.line('started 13');
    await hanging.kill();
    ended.push(...hanging.lines);
  }
  const last = start();
  await eventually(isDone);
  await last.kill();
  expect([...ended, ...last.lines].filter((line) => line.startsWith('blamed'))).toEqual(['blamed 13']);
  expect((await queues.get(beside.id))?.state).toBe('done');
  await queues.close();
});
