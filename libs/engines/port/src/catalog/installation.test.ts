import { replaced } from '@tributary/testing';
import { expect, it } from 'vitest';
import { MemoryEngine } from '../conformance/memory/index.js';
import { installationOwner, isOwnedBy } from './installation.js';

it('is one id for all who open a catalog, whoever asks first, and another one for another catalog', async () => {
  const { records } = new MemoryEngine();
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => installationOwner(records)()));
  expect(new Set([first, ...others, await installationOwner(records)()])).toEqual(new Set([first]));
  expect(await installationOwner(new MemoryEngine().records)()).not.toBe(first);
});

it('is asked for again where the catalog did not answer', async () => {
  const { records } = new MemoryEngine();
  let isAway = true;
  const get: typeof records.get = (...asked) => (isAway ? Promise.reject(new Error('away')) : records.get(...asked));
  const owner = installationOwner(replaced(records, { get }));
  await expect(owner()).rejects.toThrow('away');
  isAway = false;
  expect(await isOwnedBy(await owner(), owner)).toBe(true);
});
