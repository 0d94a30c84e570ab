import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineQueue } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import { MAX_LOST_RUNS, SUSPECT_LOST_RUNS } from '@tributary/messaging-port';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { LocalQueues } from './local-queues.js';

const define = (name: string) => defineQueue({ name, data: z.object({ n: z.number() }), result: z.object({}) });
const queue = define('suspected');
const otherQueue = define('other');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'jobs.db');
});
afterEach(() => folder[Symbol.asyncDispose]());

function execute(sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

/** Leaves a job of this number in the file in which processes died. */
async function leaveSuspect(n: number, alone = 0): Promise<void> {
  const queues = LocalQueues.open({ file });
  await queues.add(queue, { n });
  await queues.close();
  execute(`UPDATE jobs SET lost = ${SUSPECT_LOST_RUNS.toString()}, lost_alone = ${alone.toString()}`);
}

function lostAlone(): unknown {
  using database = new DatabaseSync(file);
  return database.prepare('SELECT lost_alone FROM jobs').get()?.['lost_alone'];
}

it('runs with no job of another queue beside it, and none is taken while it runs', async () => {
  await leaveSuspect(1);
  const queues = LocalQueues.open({ file });
  await queues.addMany(otherQueue, [{ n: 2 }, { n: 3 }]);
  const running = new Set<number>();
  const beside: number[] = [];
  const run = async ({ data: { n } }: { readonly data: { readonly n: number } }) => {
    running.add(n);
    if (n === 1) await queues.add(otherQueue, { n: 4 });
    await queues.counts(queue);
    if (running.has(1)) beside.push(running.size - 1);
    running.delete(n);
    return {};
  };
  await queues.consume(otherQueue, run, { concurrency: 4 });
  await queues.consume(queue, run, { concurrency: 4 });
  await eventually(async () => (await queues.list({ state: 'done', limit: 10 })).length === 4);
  expect(beside).toEqual([0]);
  await queues.close();
});

it('takes its turn under a feed that never ends, and counts for nothing in the age of its queue', async () => {
  await leaveSuspect(1);
  execute('UPDATE jobs SET created_at = created_at - 3600000');
  const queues = LocalQueues.open({ file, suspectPatienceMs: 300 });
  expect((await queues.counts(queue)).oldest_ms).toBe(0);
  let hadTurn = false;
  await queues.add(queue, { n: 2 });
  await queues.consume(
    queue,
    async ({ data: { n } }) => {
      if (n === 1) hadTurn = true;
      else if (!hadTurn) await queues.addMany(queue, [{ n: n + 1 }]);
      return {};
    },
    { concurrency: 4 },
  );
  await eventually(() => hadTurn);
  await queues.close();
});

it('counts anew when a run of it comes to an end by itself', async () => {
  await leaveSuspect(1, 1);
  const queues = LocalQueues.open({ file });
  await queues.consume(queue, () => Promise.reject(retryable('EMBEDDER.AWAY', 'Away.', { category: 'unavailable' })), { concurrency: 1 });
  await eventually(() => lostAlone() === 0);
  await queues.close();
});

it('blames none for what a version before counted, which did not know what was in hand beside', async () => {
  await leaveSuspect(1);
  execute(`DROP INDEX jobs_suspected; ALTER TABLE jobs DROP COLUMN lost_alone; UPDATE jobs SET lost = ${(MAX_LOST_RUNS - 1).toString()}`);
  const queues = LocalQueues.open({ file });
  const blamed: boolean[] = [];
  await queues.consume(queue, ({ isBlamed }) => (blamed.push(isBlamed), Promise.resolve({})), { concurrency: 1 });
  await eventually(() => blamed.length === 1);
  expect(blamed).toEqual([false]);
  await queues.close();
});
