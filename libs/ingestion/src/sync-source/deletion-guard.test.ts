import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const HOUR = 3_600_000;

describe('deletions in small pieces', () => {
  let bed: Testbed;
  let id: string;
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
    await write(0, 60);
    ({ sourceId: id } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') }));
    await bed.idle();
  });
  afterEach(() => bed.close());

  const name = (n: number) => `${n.toString()}.md`;
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const summary = () => new SummariseSource(bed.collaborators).run(id);

  async function write(from: number, to: number): Promise<void> {
    for (const n of numbers(from, to)) await bed.write(`notes/${name(n)}`, `Note number ${n.toString()}.`);
  }

  async function remove(from: number, to: number): Promise<void> {
    for (const n of numbers(from, to)) await rm(join(bed.folder, 'notes', name(n)));
  }

  async function sync(more: { paths?: string[]; confirmed?: boolean } = {}): Promise<void> {
    await bed.queues.add(syncLocalQueue, { source_id: id, ...more });
    await bed.idle();
  }

  const partOf = (from: number, to: number) => sync({ paths: numbers(from, to).map(name) });

  it.each([
    ['as a watcher tells of them', partOf],
    ['as whole comparisons find them', () => sync()],
  ])('are judged as one, %s, and wait for a confirmation', async (_, compare) => {
    for (const from of [0, 15]) {
      await remove(from, from + 15);
      await compare(from, from + 15);
    }
    expect(await summary()).toMatchObject({ state: 'idle', documents: 30 });
    await remove(30, 45);
    await compare(30, 45);
    expect(await summary()).toMatchObject({
      state: 'stale',
      documents: 30,
      reason: `With these 15, 45 of 60 documents would have been deleted within an hour. The last ones were not. To go on: tributary sources confirm ${id}`,
    });
    bed.clock.moveOn(2 * HOUR);
    await sync();
    expect(await summary()).toMatchObject({ state: 'stale', documents: 30 });
    await sync({ confirmed: true });
    expect(await summary()).toMatchObject({ state: 'idle', documents: 15 });
    await remove(45, 50);
    await sync();
    expect(await summary()).toMatchObject({ state: 'idle', documents: 10 });
  });

  it('go unasked where an hour lies between them', async () => {
    for (const from of [0, 15, 30]) {
      await remove(from, from + 15);
      await partOf(from, from + 15);
      bed.clock.moveOn(HOUR);
    }
    expect(await summary()).toMatchObject({ state: 'idle', documents: 15 });
  });

  it('go unasked where an hour lies between them, though the folder was away meanwhile', async () => {
    await remove(0, 30);
    await sync();
    bed.clock.moveOn(2 * HOUR);
    await rename(join(bed.folder, 'notes'), join(bed.folder, 'away'));
    await sync();
    expect(await summary()).toMatchObject({ state: 'stale', documents: 30 });
    await rename(join(bed.folder, 'away'), join(bed.folder, 'notes'));
    await remove(30, 35);
    await sync();
    expect(await summary()).toMatchObject({ state: 'idle', documents: 25 });
  });

  it('wait all the same where many documents came before them', async () => {
    await remove(0, 15);
    await sync();
    await write(60, 160);
    await sync();
    for (const from of [15, 34, 53]) {
      await remove(from, from + 19);
      await sync();
    }
    expect(await summary()).toMatchObject({ state: 'idle', documents: 88 });
    await remove(72, 91);
    await sync();
    expect(await summary()).toMatchObject({ state: 'stale', documents: 88 });
  });

  it('go unasked where as many documents come, as by a checkout of another branch and back', async () => {
    for (const [gone, come] of [
      [0, 60],
      [60, 0],
      [0, 60],
    ] as const) {
      await remove(gone, gone + 25);
      await write(come, come + 25);
      await sync();
      expect(await summary()).toMatchObject({ state: 'idle', documents: 60 });
    }
  });
});
