import { once } from 'node:events';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announcement, gatewayUrl, untilReady } from './gateway.mjs';
import { findProgram } from './redis-programs.mjs';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('the gateway of npm run services', () => {
  it('is its own, not a server that was there before', () => {
    const write = (url: string) => {
      writeFileSync(join(folder.path, 'next'), JSON.stringify({ url }));
      renameSync(join(folder.path, 'next'), join(folder.path, 'server.json'));
    };
    write('http://127.0.0.1:7411');
    const before = announcement(folder.path);
    expect(gatewayUrl(folder.path, before)).toBeUndefined();
    expect(gatewayUrl(folder.path, undefined)).toBe('http://127.0.0.1:7411');
    write('http://127.0.0.1:7411');
    expect(gatewayUrl(folder.path, before)).toBe('http://127.0.0.1:7411');
  });

  it('is waited for no longer once it has ended', async () => {
    const awaited = new AbortController();
    const waiting = untilReady(folder.path, { before: undefined, signal: awaited.signal });
    awaited.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });

  it('ends the command where its port is taken, and so does a signal before it is ready', async (context) => {
    if (findProgram(['redis-server', 'valkey-server']) === undefined) return context.skip('no redis-server or valkey-server on the PATH');
    await using taken = createServer((caller) => caller.destroy()).listen(0, '127.0.0.1');
    await once(taken, 'listening');
    // Safe: it listens on a port.
    const { port } = taken.address() as AddressInfo;
    expect(await run(['--port', port.toString()], { until: 'mcp-gateway ended' })).toEqual({ code: 1, isSoon: true });
    const killed = await run(['--port', '0'], { until: 'Redis: ', signal: 'SIGTERM' });
    expect(killed).toEqual({ code: 0, isSoon: true });
    expect(existsSync(join(folder.path, 'redis', 'server.json'))).toBe(false);
  }, 240_000);
});

/** What services have to drain at the most, and not the minute for which a gateway is awaited. */
const SOON_MS = 35_000;

/** Runs the services to their end. @param until what they say before it, and are sent a signal then where one is given */
async function run(args: readonly string[], { until, signal }: { readonly until: string; readonly signal?: NodeJS.Signals }) {
  const child = spawn(process.execPath, ['tools/services.mjs', '--data', folder.path, ...args], {
    env: { ...process.env, REDIS_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let saidAt = Infinity;
  child.stderr.on('data', (text: Buffer) => {
    if (!text.includes(until)) return;
    saidAt = performance.now();
    if (signal !== undefined) child.kill(signal);
  });
  await once(child, 'exit');
  return { code: child.exitCode, isSoon: performance.now() - saidAt < SOON_MS };
}
