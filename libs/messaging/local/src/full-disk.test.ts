import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineQueue } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import { eventually, readOnlyDisk, smallDisk } from '@tributary/testing';
import { expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { LocalQueues } from './local-queues.js';

const queue = defineQueue({ name: 'full', data: z.object({ text: z.string() }), result: z.object({}) });
const DISK = 2 * MIB;
const REFUSED = {
  code: 'QUEUE.UNAVAILABLE',
  retryable: true,
  message:
    'The jobs file cannot be written (database or disk is full), so nothing goes on. Free space for the data folder, or raise the limit on the size of files, and try again: what was accepted before is kept.',
};

async function diskOr(context: TestContext) {
  const disk = await smallDisk(DISK);
  return 'reason' in disk ? context.skip(disk.reason) : disk;
}

/** Takes all the room there is. @returns the file to remove */
async function fill(folder: string): Promise<string> {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize));
  return ballast;
}

it('tells whoever looks how far a job is that its end cannot be written, and goes on when there is room', async (context) => {
  await using disk = await diskOr(context);
  const queues = LocalQueues.open({ file: join(disk.path, 'jobs.db') });
  let ballast: string | undefined;
  const handler = async () => {
    ballast = await fill(disk.path);
    return {};
  };
  const { id } = await queues.add(queue, { text: 'A job.' });
  await queues.consume(queue, handler, { concurrency: 1 });
  await eventually(async () => {
    await expect(queues.get(id)).rejects.toMatchObject(REFUSED);
  });
  expect(await queues.refusal()).toMatchObject(REFUSED);
  await rm(ballast ?? '');
  await eventually(async () => {
    expect(await queues.get(id)).toMatchObject({ state: 'done' });
  });
  expect(await queues.refusal()).toBeUndefined();
  await queues.close();
});

it('ends although nothing can be written, and whoever comes next takes the job over', async (context) => {
  await using disk = await diskOr(context);
  const file = join(disk.path, 'jobs.db');
  const first = LocalQueues.open({ file });
  let ballast: string | undefined;
  const { id } = await first.add(queue, { text: 'A job.' });
  await first.consume(queue, async () => ((ballast = await fill(disk.path)), {}), { concurrency: 1 });
  await eventually(async () => {
    await expect(first.get(id)).rejects.toMatchObject(REFUSED);
  });
  await first.close(10);
  await rm(ballast ?? '');
  const next = LocalQueues.open({ file });
  await next.consume(queue, () => Promise.resolve({}), { concurrency: 1 });
  await eventually(async () => {
    expect(await next.get(id)).toMatchObject({ state: 'done' });
  });
  await next.close();
});

it('is not opened where there is no room for its file, and says what to do', async (context) => {
  await using disk = await diskOr(context);
  await fill(disk.path);
  expect(() => LocalQueues.open({ file: join(disk.path, 'jobs.db') })).toThrow(expect.objectContaining(REFUSED));
});

it('is not opened on a disk that is read-only, and names that', async (context) => {
  const disk = await readOnlyDisk((path) => LocalQueues.open({ file: join(path, 'jobs.db') }).close());
  if ('reason' in disk) return context.skip(disk.reason);
  await using place = disk;
  expect(() => LocalQueues.open({ file: join(place.path, 'jobs.db') })).toThrow(/cannot be written \(.*\): its disk is read-only/);
});
