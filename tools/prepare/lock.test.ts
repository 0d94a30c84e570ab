import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLock } from './lock.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-lock-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Holds the lock in this process and asks for it a second time, which waits. */
async function heldAndAskedFor(): Promise<{ first: Awaited<ReturnType<typeof holdLock>>; second: ReturnType<typeof holdLock> }> {
  const first = await holdLock(root, () => undefined);
  const waiting = Promise.withResolvers<string>();
  const second = holdLock(root, waiting.resolve);
  expect(await waiting.promise).toContain('Waiting for another process');
  return { first, second };
}

describe('the lock of a clone', () => {
  it('is held by one at a time', async () => {
    const { first, second } = await heldAndAskedFor();
    first.release();
    (await second).release();
  });

  it('is taken from a holder that was killed', async () => {
    const program = `import('${new URL('lock.mjs', import.meta.url).href}').then(({ holdLock }) => holdLock(process.argv[1], () => {})).then(() => process.kill(process.pid, 'SIGKILL'))`;
    expect(spawnSync(process.execPath, ['-e', program, root]).signal).toBe('SIGKILL');
    (await holdLock(root, () => undefined)).release();
  });

  it('is held on by a child process after its parent was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    const program = `import('${new URL('lock.mjs', import.meta.url).href}').then(({ holdLock }) => holdLock(process.argv[1], () => {})).then(({ share }) => { share(Number(process.argv[2])); process.kill(process.pid, 'SIGKILL'); })`;
    spawnSync(process.execPath, ['-e', program, root, String(child.pid)]);
    const waiting = Promise.withResolvers<string>();
    const next = holdLock(root, waiting.resolve);
    await waiting.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await next).release();
  });
});
