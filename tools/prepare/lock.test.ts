import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
  // Which process, and which file to delete where that is another program.
  expect(await waiting.promise).toMatch(
    new RegExp(`process \\(${process.pid.toString()}\\) .* delete /\\S+/tributary-prepare-\\w+\\.lock\\.$`),
  );
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

  it('is released where Ctrl-C ends a step in the middle', async () => {
    const program = `
      const { holdLock } = await import('${new URL('lock.mjs', import.meta.url).href}');
      const { runCaptured } = await import('${new URL('run-captured.mjs', import.meta.url).href}');
      const { share } = await holdLock('/clone', () => {});
      const onStart = (pid) => { share(pid); console.log('started'); };
      await runCaptured(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '/', onStart });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { TMPDIR: root },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    expect(readdirSync(root)).toHaveLength(1);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(root)).toEqual([]);
  });

  it('needs no name of its user, who may have a number alone', () => {
    const program = `
      import { syncBuiltinESMExports } from 'node:module';
      import os from 'node:os';
      os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT'); };
      syncBuiltinESMExports();
      const { holdLock } = await import('${new URL('lock.mjs', import.meta.url).href}');
      (await holdLock('/clone', () => {})).release();`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env: { TMPDIR: root } });
    expect([status, stderr.toString()]).toEqual([0, '']);
  });
});
