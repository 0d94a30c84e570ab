import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { damageOf } from './damage.js';
import { processesLookingAt } from './looking-at.fixture.js';

it('ends in the middle of a look that nobody waits for any more', async (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no such pipes.');
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'store.db');
  // To open it waits for somebody who writes into it.
  execFileSync('mkfifo', [file]);
  const ended = new AbortController();
  const refused = expect(damageOf({ file, isCopy: false }, ended.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(async () => (await processesLookingAt(file)) === 1);
  ended.abort();
  await refused;
  await eventually(async () => (await processesLookingAt(file)) === 0);
});
