import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { damageOf } from './damage.js';

it('ends in the middle of a look that nobody waits for any more', async (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no such pipes.');
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'store.db');
  // To open it waits for somebody who writes into it.
  execFileSync('mkfifo', [file]);
  const ended = new AbortController();
  const looking = damageOf({ file, isCopy: false }, ended.signal);
  setImmediate(() => {
    ended.abort();
  });
  await expect(looking).rejects.toMatchObject({ name: 'AbortError' });
});
