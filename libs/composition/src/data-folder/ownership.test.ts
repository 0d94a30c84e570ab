import { temporaryFolder } from '@tributary/testing';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ownership } from './ownership.js';

it('belongs to one process alone, or to several together', async () => {
  await using folder = await temporaryFolder();
  const alone = Ownership.tryAcquire(folder.path);
  expect([Ownership.tryAcquire(folder.path), Ownership.tryShare(folder.path)]).toEqual([undefined, undefined]);
  alone?.release();
  const [first, second] = [Ownership.tryShare(folder.path), Ownership.tryShare(folder.path)];
  expect([first, second]).toEqual([expect.any(Ownership), expect.any(Ownership)]);
  first?.release();
  expect(Ownership.tryAcquire(folder.path)).toBeUndefined();
  second?.release();
  const again = Ownership.tryAcquire(folder.path);
  expect(again).toBeInstanceOf(Ownership);
  again?.release();
});

it('says of a damaged lock that it keeps nothing and may be removed', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'owner.db');
  await writeFile(file, 'not a database');
  expect(() => Ownership.tryAcquire(folder.path)).toThrow(
    `The file ${file} is damaged. It only says which process uses the folder and keeps nothing: end what uses it, remove the file, and start again.`,
  );
  await rm(file);
  const acquired = Ownership.tryAcquire(folder.path);
  expect(acquired).toBeInstanceOf(Ownership);
  acquired?.release();
});
