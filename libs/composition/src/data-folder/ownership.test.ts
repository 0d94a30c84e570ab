import { temporaryFolder } from '@tributary/testing';
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
