import { md5Uuid } from '@tributary/kernel/ids';
import { startSource, temporaryFolder, type SourceProcess } from '@tributary/testing';
import { rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { FolderLease } from './folder-lease.js';

const FIXTURE = new URL('./take-lease.fixture.ts', import.meta.url);

const started: SourceProcess[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(started.splice(0).map((one) => one.kill()));
});

/** A process that takes the lease of a folder when it is free, again and again, and says so. */
function taker(folder: string): SourceProcess {
  const child = startSource(FIXTURE, [folder]);
  started.push(child);
  return child;
}

it('is held though folders for temporary files are cleaned meanwhile', async () => {
  await using folder = await temporaryFolder();
  const first = FolderLease.take(folder.path);
  if (!(first instanceof FolderLease)) throw new Error('It is free.');
  first.announce(4711);
  rmSync(join(tmpdir(), `tributary-chroma-${userInfo().username}`, md5Uuid(folder.path)), { recursive: true, force: true });
  expect(FolderLease.take(folder.path)).toEqual({ port: 4711 });
  first.release();
});

it('is held by a user without a home, too', async () => {
  await using folder = await temporaryFolder();
  const noHome = `import { syncBuiltinESMExports } from 'node:module'; import os from 'node:os';
    os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT'); }; syncBuiltinESMExports();`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(noHome)}`);
  await taker(folder.path).line('taken');
});

it('is free when who held it released it, or was killed, and is one’s alone however many want it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const held = FolderLease.take(folder.path);
  if (!(held instanceof FolderLease)) throw new Error('It is free.');
  const children = Array.from({ length: 3 }, () => taker(folder.path));
  await Promise.all(children.map((child) => child.line('held by')));
  held.release();
  const first = await firstOf(children);
  expect(children.filter(({ lines }) => lines.includes('taken'))).toEqual([first]);
  await first.kill();
  await firstOf(children.filter((child) => child !== first));
  expect(children.filter(({ lines }) => lines.includes('taken'))).toHaveLength(2);
  await Promise.all(children.map((child) => child.kill()));
  const last = FolderLease.take(folder.path);
  expect(last).toBeInstanceOf(FolderLease);
  if (last instanceof FolderLease) last.release();
});

/** Who has the lease first. */
function firstOf(children: readonly SourceProcess[]): Promise<SourceProcess> {
  return Promise.any(
    children.map(async (child) => {
      await child.line('taken');
      return child;
    }),
  );
}
