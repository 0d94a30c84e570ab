import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Ownership } from './ownership.js';
import { writeServerFile } from './server-file.js';
import { stopServer } from './stop-server.js';

const SERVER = { url: 'http://127.0.0.1:9', token: 'x', version: '0.0.0', contract: 1 };
const WAIT_MS = 60_000;

/** A folder with a server that hears of no request; `end` ends it. */
async function servedFolder() {
  const folder = await temporaryFolder();
  const ownership = Ownership.tryAcquire(folder.path);
  await writeServerFile(folder.path, SERVER);
  const end = () => ownership?.release();
  return {
    path: folder.path,
    end,
    [Symbol.asyncDispose]: async () => {
      end();
      await folder.remove();
    },
  };
}

const stop = (folder: string, signal = new AbortController().signal) => stopServer(folder, { waitMs: WAIT_MS, signal });

it('takes a server that ends while it is asked about for none, not for services that share the folder', async (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no such pipes.');
  await using folder = await temporaryFolder();
  const ownership = Ownership.tryAcquire(folder.path);
  const file = join(folder.path, 'server.json');
  // To read it waits for somebody who writes into it, and goes on when he has.
  execFileSync('mkfifo', [file]);
  const stopped = stop(folder.path);
  const writing = await open(file, 'w');
  ownership?.release();
  await writing.writeFile(JSON.stringify(SERVER));
  await writing.close();
  expect(await stopped).toBeUndefined();
});

it('names services that share the folder', async () => {
  await using folder = await temporaryFolder();
  const share = Ownership.tryShare(folder.path);
  await expect(stop(folder.path)).rejects.toMatchObject({
    code: 'DATA.IN_USE',
    message: expect.stringContaining('services of a deployment') as string, // safe: a matcher stands for a text
  });
  share?.release();
});

it('says of a folder it cannot look into that it cannot be used, and of none that nothing runs there', async () => {
  await using folder = await temporaryFolder();
  const [round, none] = [join(folder.path, 'round'), join(folder.path, 'none')];
  await symlink(round, round);
  await expect(stop(round)).rejects.toMatchObject({ code: 'DATA.UNUSABLE' });
  expect(await stop(none)).toBeUndefined();
  if (process.getuid?.() === 0) return;
  await mkdir(none, { mode: 0o000 });
  await expect(stop(none)).rejects.toMatchObject({ code: 'DATA.UNUSABLE' });
});

it('says how else the server ends where the disk takes no request', async () => {
  await using folder = await servedFolder();
  // Refused as on a disk that is read-only.
  await mkdir(join(folder.path, 'server.stop'));
  await expect(stop(folder.path)).rejects.toMatchObject({
    code: 'SERVER.NOT_STOPPED',
    message: expect.stringMatching(
      /^The server at http:\/\/127\.0\.0\.1:9 cannot be asked to end, .+ \(EISDIR: .+\): end it where it was started \(Ctrl-C\), or send its process SIGTERM\.$/,
    ) as string, // safe: a matcher stands for a text
  });
});

it('goes on asking when another that asked is interrupted', async () => {
  await using folder = await servedFolder();
  const isAsked = () => existsSync(join(folder.path, 'server.stop'));
  const interrupted = new AbortController();
  const [first, second] = [stop(folder.path, interrupted.signal), stop(folder.path)];
  await eventually(isAsked);
  interrupted.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(isAsked);
  folder.end();
  expect(await second).toBe(SERVER.url);
});

it('leaves a server alone that came after the one it asked, though it says the same of itself', async () => {
  await using folder = await servedFolder();
  const stopped = stop(folder.path);
  await eventually(() => existsSync(join(folder.path, 'server.stop')));
  await writeServerFile(folder.path, SERVER);
  expect(await stopped).toBe(SERVER.url);
});
