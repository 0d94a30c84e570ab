import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineQueue } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { BLAMED_LOST_ALONE, MAX_LOST_RUNS } from '@tributary/messaging-port';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { LocalQueues } from './local-queues.js';

const queue = defineQueue({ name: 'local', data: z.object({ n: z.number() }), result: z.object({}) });

/** The number changes once per transaction of another connection. */
function dataVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA data_version').get()?.['data_version']);
}

it('commits what is added in one turn in one transaction', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const other = new DatabaseSync(file);
  const before = dataVersion(other);
  await Promise.all(Array.from({ length: 100 }, (_, n) => queues.add(queue, { n })));
  expect(dataVersion(other) - before).toBe(1);
  expect(other.prepare('SELECT COUNT(*) AS jobs FROM jobs').get()).toEqual({ jobs: 100 });
  other.close();
  await queues.close();
});

it('keeps no payload of a finished job, and the payload of a dead one', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  await queues.consume(queue, ({ data }) => (data.n === 1 ? Promise.resolve({}) : Promise.reject(permanent('A.B', 'no'))), {
    concurrency: 1,
  });
  const [done, dead] = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
  await eventually(
    async () => (await queues.get(done?.id ?? ''))?.state === 'done' && (await queues.get(dead?.id ?? ''))?.state === 'dead',
  );
  await queues.close();
  const database = new DatabaseSync(file);
  expect(database.prepare('SELECT json FROM payloads').all()).toEqual([{ json: '{"n":2}' }]);
  database.close();
});

it('hands over the same payload whether it was added here a moment ago or is read from the file', async () => {
  const seen: unknown[] = [];
  const data = z.object({ n: z.number(), unit: z.string().default('mm') });
  const measured = defineQueue({ ...queue, data, retry: { attempts: 2, backoff: { delayMs: 1, factor: 1, jitter: 0 } } });
  const queues = LocalQueues.open({ memory: true });
  await queues.consume(measured, (job) => (seen.push(job.data), Promise.reject(retryable('A.B', 'again'))), { concurrency: 1 });
  await queues.add(measured, { n: 1 });
  await eventually(() => seen.length === 2);
  expect(seen).toStrictEqual([
    { n: 1, unit: 'mm' },
    { n: 1, unit: 'mm' },
  ]);
  await queues.close();
});

it('forgets what was added in a transaction that was undone, also where another process’s job gets the same number', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const other = new DatabaseSync(file);
  other.exec("CREATE TRIGGER refuse BEFORE INSERT ON payloads WHEN NEW.json = '{\"n\":13}' BEGIN SELECT RAISE(ABORT, 'unlucky'); END");
  const seen: number[] = [];
  await queues.consume(queue, ({ data }) => (seen.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await expect(queues.addMany(queue, [{ n: 1 }, { n: 13 }])).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE' });
  const producer = LocalQueues.open({ file });
  expect((await producer.add(queue, { n: 5 })).id).toBe('local.1');
  await queues.add(queue, { n: 2 });
  await eventually(() => seen.length === 2);
  expect(seen).toEqual([5, 2]);
  other.close();
  await producer.close();
  await queues.close();
});

it('gives up a job whose runs ended with the death of their process again and again', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const queues = LocalQueues.open({ file });
  const { id } = await queues.add(queue, { n: 1 });
  const other = new DatabaseSync(file);
  other.prepare("UPDATE jobs SET state = 'active', owner = 'a dead worker', runs = ?, lost = ?").run(MAX_LOST_RUNS, MAX_LOST_RUNS - 1);
  other.close();
  let runs = 0;
  await queues.consume(queue, () => ((runs += 1), Promise.resolve({})), { concurrency: 1 });
  await eventually(async () => (await queues.get(id))?.state === 'dead');
  expect((await queues.get(id))?.error?.code).toBe('JOB.PROCESS_DIED');
  expect(runs).toBe(0);
  await queues.redrive(id);
  await eventually(async () => (await queues.get(id))?.state === 'done');
  await queues.close();
});

it.each([
  [0, false],
  [BLAMED_LOST_ALONE, true],
])(
  'runs a job in which processes died, %i times alone, when all others of its queue are done, alone, and tells whether it is blamed: %s',
  async (alone, isBlamed) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'jobs.db');
    const queues = LocalQueues.open({ file });
    await queues.addMany(queue, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    const other = new DatabaseSync(file);
    other.prepare('UPDATE jobs SET lost = ?, lost_alone = ? WHERE id <= 2').run(MAX_LOST_RUNS - 1, alone);
    other.close();
    const running = new Set<number>();
    const runs: { n: number; beside: number; isBlamed: boolean }[] = [];
    await queues.consume(
      queue,
      async ({ data: { n }, isBlamed: blamed }) => {
        runs.push({ n, beside: running.size, isBlamed: blamed });
        running.add(n);
        await readFile(file);
        running.delete(n);
        return {};
      },
      { concurrency: 4 },
    );
    await eventually(() => runs.length === 4);
    expect(runs).toEqual([
      { n: 3, beside: 0, isBlamed: false },
      { n: 4, beside: 1, isBlamed: false },
      { n: 1, beside: 0, isBlamed },
      { n: 2, beside: 0, isBlamed },
    ]);
    await queues.close();
  },
);

it('adds a job once that stands for one whose run was lost', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const once = defineQueue({ name: 'once', data: z.object({ n: z.number() }), result: z.object({}), dedupKey: ({ n }) => n.toString() });
  const queues = LocalQueues.open({ file });
  const { id } = await queues.add(once, { n: 1 });
  const other = new DatabaseSync(file);
  other.exec("UPDATE jobs SET state = 'active', owner = 'a dead worker', runs = 1");
  other.close();
  await queues.consume(queue, () => Promise.resolve({}), { concurrency: 1 });
  await eventually(async () => (await queues.get(id))?.state === 'waiting');
  expect(await queues.add(once, { n: 1 })).toMatchObject({ id, deduplicated: true });
  await queues.close();
});

it('refuses a file of a newer format', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  await LocalQueues.open({ file }).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 2');
  database.close();
  expect(() => LocalQueues.open({ file })).toThrow(expect.objectContaining({ code: 'QUEUE.STORE_TOO_NEW' }));
});

it('names a file that is damaged, says what becomes of its jobs, and starts anew without it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  await writeFile(file, 'no database '.repeat(1000));
  const refused = {
    code: 'QUEUE.STORE_DAMAGED',
    retryable: false,
    message: `The jobs file ${file} is damaged (file is not a database), so nothing goes on. End Tributary, move the file away together with those of its name that end in -wal and -shm, and start again: what was accepted before is kept, and gets its jobs anew.`,
  };
  expect(() => LocalQueues.open({ file })).toThrow(expect.objectContaining(refused));
  await rm(file);
  await LocalQueues.open({ file }).close();
});

it('says of a file that turns out to be damaged when it is written that it is', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  await LocalQueues.open({ file }).close();
  const content = await readFile(file);
  // The first page says what there is, and those behind it hold nothing of it any more.
  await writeFile(file, content.fill(0xff, 4096));
  const queues = LocalQueues.open({ file });
  const refused = { code: 'QUEUE.STORE_DAMAGED', retryable: true };
  await expect(queues.add(queue, { n: 2 })).rejects.toMatchObject(refused);
  expect(await queues.refusal()).toMatchObject(refused);
  await queues.close();
});

it('names a file that it may not open', async () => {
  await using folder = await temporaryFolder();
  const refused = {
    code: 'QUEUE.UNAVAILABLE',
    message: `The jobs file ${folder.path} cannot be written (unable to open database file), so nothing goes on. Give this user write access to it and to its folder, and try again: what was accepted before is kept.`,
  };
  expect(() => LocalQueues.open({ file: folder.path })).toThrow(expect.objectContaining(refused));
});

it('works in memory alone and says that nothing is safe there', async () => {
  const queues = LocalQueues.open({ memory: true });
  const seen: number[] = [];
  await queues.consume(queue, ({ data }) => (seen.push(data.n), Promise.resolve({})), { concurrency: 1 });
  await queues.add(queue, { n: 3 });
  await eventually(() => seen.length === 1);
  expect(await queues.durability()).toBe('none');
  await queues.close();
});

it('refuses what comes after its end', async () => {
  const queues = LocalQueues.open({ memory: true });
  await queues.close();
  await queues.close();
  await expect(queues.add(queue, { n: 1 })).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE' });
});

it('takes in new jobs whatever the age of those that an earlier process left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  const earlier = LocalQueues.open({ file });
  await earlier.add(queue, { n: 1 });
  await earlier.close();
  const database = new DatabaseSync(file);
  database.exec('UPDATE jobs SET created_at = 0');
  database.close();
  const queues = LocalQueues.open({ file });
  expect(await queues.add(queue, { n: 2 })).toMatchObject({ deduplicated: false });
  expect((await queues.counts(queue)).oldest_ms).toBeGreaterThan(86_400_000);
  await queues.close();
});
