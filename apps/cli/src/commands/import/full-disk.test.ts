import { rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIB, MIB } from '@tributary/kernel';
import { smallDisk, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const DISK = 32 * MIB;
/** Room for the new files of a data folder and what is accepted, not for all of its index. */
const FREE = 2600 * KIB;
const DOCUMENTS = 60;
/** Distinct words, so that their vocabulary takes its room, too. */
const textOf = (n: number) => Array.from({ length: 400 }, (_, i) => `w${(n * 1000 + i).toString(36)}`).join(' ');

it('ends when the disk is full, says so, and loses nothing that was accepted', { timeout: 90_000 }, async (context) => {
  const disk = await smallDisk(DISK);
  if ('reason' in disk) return context.skip(disk.reason);
  await using room = disk;
  await using folder = await temporaryFolder();
  const ballast = join(room.path, 'ballast');
  await writeFile(ballast, '');
  const { bavail, bsize } = await statfs(room.path);
  await writeFile(ballast, Buffer.alloc(bavail * bsize - FREE));
  const file = join(folder.path, 'papers.jsonl');
  await writeFile(file, Array.from({ length: DOCUMENTS }, (_, n) => JSON.stringify({ id: n.toString(), text: textOf(n) })).join('\n'));
  const run = (...args: readonly string[]) => tributary([...args, '--data', join(room.path, 'data')]);
  const full = await run('import', file);
  expect(full.code).toBe(1);
  expect(full.stderr).toMatch(/(?:cannot be written|No space is left).*(?:accepted|The same command again)[^\n]*\n$/);
  expect(full.stderr).not.toMatch(/^\s+at /m);
  await truncate(ballast, 0);
  await rm(ballast);
  const again = await run('import', file, '--json');
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ documents: DOCUMENTS, refused: 0, finished: true });
});
