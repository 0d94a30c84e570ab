import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOptions } from './options.mjs';
import { ask, isServing } from './redis-protocol.mjs';
import { findProgram } from './redis-programs.mjs';
import { provideRedis } from './redis.mjs';

const program = findProgram(['redis-server', 'valkey-server']);
const quiet = { isSure: false, log: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function serverOf(url: string): { port: number; password: string } {
  const { port, password } = new URL(url);
  return { port: Number(port), password };
}

describe('the Redis of npm run services', () => {
  it('keeps every acknowledged job on disk, asks for a password and ends with its owner', async (context) => {
    if (program === undefined) return context.skip('no redis-server or valkey-server on the PATH');
    const redis = await provideRedis({ folder, ...quiet });
    try {
      const server = serverOf(redis.url);
      expect(await ask({ port: server.port }, ['PING'])).toEqual(['-NOAUTH Authentication required.']);
      const settings = await ask(server, ['CONFIG GET appendonly', 'CONFIG GET appendfsync', 'CONFIG GET maxmemory-policy'], 1000);
      expect(settings).toEqual(expect.arrayContaining(['yes', 'always', 'noeviction']));
    } finally {
      await redis.close();
    }
    expect(await isServing(serverOf(redis.url))).toBe(false);
  });

  it('takes up the one that an earlier run could not end, instead of a second one over the same files', async (context) => {
    if (program === undefined) return context.skip('no redis-server or valkey-server on the PATH');
    const first = await provideRedis({ folder, ...quiet });
    const second = await provideRedis({ folder, ...quiet });
    expect(second.url).toBe(first.url);
    await second.close();
    expect(await isServing(serverOf(first.url))).toBe(false);
  });
});

describe('its command line', () => {
  const read = (...given: string[]) => readOptions(given, { root: '/repo', from: '/home/me' });

  it('shares the data folder of npm start unless told otherwise', () => {
    expect(read('--embedders', '2', '--port', '0')).toMatchObject({
      embedders: 2,
      workers: 1,
      folder: '/repo/.tributary',
      gateway: ['--port', '0'],
      isSure: false,
    });
    expect(read('--data', 'x', '--yes')).toMatchObject({ folder: '/home/me/x', shared: ['--data', '/home/me/x'], isSure: true });
  });

  it('says what is wrong with it', () => {
    expect(() => read('--embedders', 'many')).toThrow('--embedders is many: write a whole number from 1 to 256.');
    expect(() => read('--embeders', '2')).toThrow(/--embeders/);
  });
});
