import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('the Redis of npm run services in Docker', () => {
  /** A `docker` that says how it was called and runs the container's program here, in place of every other program of the PATH. */
  function dockerOnly(options: string, first = ''): void {
    const script = `#!/bin/sh
if [ "$1" = info ]; then echo "${options}"; exit 0; fi
echo "$@" > "${folder}/called"
echo $$ > "${folder}/pid"
${first}
while [ $# -gt 0 ]; do case "$1" in -p) at=$2;; -v) data=$2;; esac; shift; done
port=$(echo "$at" | cut -d: -f2)
sed "s/^port .*/port $port/; s/^bind .*/bind 127.0.0.1/; s#^dir .*#dir \\"$(echo "$data" | cut -d: -f1)\\"#" > "${folder}/settings"
exec "${program ?? ''}" - < "${folder}/settings"
`;
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'docker'), script, { mode: 0o755 });
    for (const tool of ['sh', 'sed', 'cut', 'mkdir']) symlinkSync(findProgram([tool]) ?? '', join(folder, 'bin', tool));
    vi.stubEnv('PATH', join(folder, 'bin'));
  }
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it.for([
    ['name=seccomp', '1234:5678'],
    ['name=seccomp name=rootless', '0:0'],
  ] as const)('runs as whoever owns the folder (%s)', async ([options, user], context) => {
    if (program === undefined) return context.skip('no redis-server or valkey-server on the PATH');
    dockerOnly(options);
    vi.spyOn(process, 'getuid').mockReturnValue(1234);
    vi.spyOn(process, 'getgid').mockReturnValue(5678);
    const redis = await provideRedis({ folder, ...quiet });
    await redis.close();
    expect(readFileSync(join(folder, 'called'), 'utf8')).toContain(` --user ${user} `);
  });

  it('does not stay where its address cannot be kept', async (context) => {
    if (program === undefined) return context.skip('no redis-server or valkey-server on the PATH');
    dockerOnly('', `mkdir "${folder}/redis/server.json"`);
    await expect(provideRedis({ folder, ...quiet })).rejects.toThrow('EISDIR');
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await eventually(() => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('its command line', () => {
  const read = (...given: string[]) => readOptions(given, { from: '/home/me' });

  it('names no data folder unless told otherwise', () => {
    expect(read('--embedders', '2', '--port', '0')).toMatchObject({
      embedders: 2,
      workers: 1,
      folder: undefined,
      shared: [],
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
