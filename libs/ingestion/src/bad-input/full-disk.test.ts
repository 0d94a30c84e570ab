import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIB, MIB } from '@tributary/kernel';
import { eventually, smallDisk } from '@tributary/testing';
import { expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

/** With the ballast gone there is plenty. */
const DISK = 128 * MIB;
const FREE = 8 * MIB;
const FILES = 60;
/** Distinct words, so that their vocabulary takes its room, too. */
const text = (n: number) =>
  Array.from({ length: 900 }, (_, i) => `Line ${i.toString()} of file ${n.toString()} tells of w${(n * 1000 + i).toString(36)}.`).join(
    '\n\n',
  );

it('takes what fits when the disk is full, loses nothing that was accepted, and goes on by itself when there is room', async (context) => {
  const disk = await smallDisk(DISK);
  if ('reason' in disk) return context.skip(disk.reason);
  await using room = disk;
  const ballast = join(room.path, 'ballast');
  await writeFile(ballast, Buffer.alloc(DISK - FREE));
  const bed = await Testbed.open({ data: room.path });
  try {
    for (let n = 0; n < FILES; n++) await bed.write(`shelf/${n.toString()}.md`, text(n));
    await bed.start();
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
    const summary = () => new SummariseSource(bed.collaborators).run(sourceId);
    await eventually(() => isFull(room.path));
    expect((await summary())?.documents).toBeLessThan(FILES);
    await rm(ballast);
    await eventually(async () => (await summary())?.documents === FILES, 60_000);
    expect(await summary()).toMatchObject({ pending: 0, failed: 0 });
    const points = await bed.points('shelf-docs');
    expect(new Set(points.map(({ payload }) => payload.path)).size).toBe(FILES);
    const present = new Map<string, number>();
    for (const { payload } of points) present.set(payload.doc_id, (present.get(payload.doc_id) ?? 0) + 1);
    for (const { payload } of points) expect(present.get(payload.doc_id)).toBe(payload.total_chunks);
  } finally {
    await rm(ballast, { force: true });
    await bed.close();
  }
}, 120_000);

async function isFull(disk: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize < 64 * KIB;
}
