import { temporaryFolder } from '@tributary/testing';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tributary } from '../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const cached = (name: string) => readdir(join(folder.path, name)).catch(() => []);

describe('the command', () => {
  it('keeps what was compiled of it in the user’s cache', async () => {
    await tributary(['--version'], { env: { XDG_CACHE_HOME: folder.path } });
    expect(await cached('tributary/compile')).not.toEqual([]);
  });

  it('leaves the place to who names one for all Node programs', async () => {
    await tributary(['--version'], { env: { XDG_CACHE_HOME: folder.path, NODE_COMPILE_CACHE: join(folder.path, 'node') } });
    expect(await cached('tributary')).toEqual([]);
    expect(await cached('node')).not.toEqual([]);
  });
});
