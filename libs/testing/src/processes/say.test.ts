import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../files/temporary-folder.js';
import { startSource } from './source-process.js';

it.each(['pipe', 'stream'])(
  'leaves nothing unsaid over a %s of what a process did before it was killed, though nobody listened for a while',
  async (output) => {
    await using folder = await temporaryFolder();
    const counted = join(folder.path, 'counted');
    const child = startSource(new URL('./say.fixture.ts', import.meta.url), [counted, output]);
    await child.line('doing 1');
    // This process stands still, the other one does not.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await child.kill();
    expect(child.failure).toBeUndefined();
    const taken = (await readFile(counted, 'utf8')).trim().split('\n').length;
    expect(child.lines.length).toBeGreaterThanOrEqual(taken);
    expect(taken).toBeGreaterThan(0);
  },
);
