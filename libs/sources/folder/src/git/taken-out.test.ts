import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addFiles, makeTree } from '../testing/tree.fixture.js';
import { takenOut } from './taken-out.js';

const PATHS = ['app/a.md', 'app/vendor/b.md', 'app/Café.md'];

/** A source with a repository in it, and a document that git knows nothing of. */
async function makeSource() {
  const tree = await makeTree({ 'app/.gitignore': 'own.md\n', 'app/a.md': '', 'app/vendor/b.md': '', 'app/Café.md': '', 'app/own.md': '' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', join(tree.path, 'app'), '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { stdio: 'pipe' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all');
  const asked = async () => [...(await takenOut(tree.path, [...PATHS, 'app/own.md', 'outside.md']))].toSorted();
  return { path: tree.path, git, asked, [Symbol.asyncDispose]: () => tree.remove() };
}

describe('what git took out of a repository', () => {
  it('is what a branch does not have that was checked out in its place', async () => {
    await using source = await makeSource();
    source.git('checkout', '-q', '--orphan', 'site');
    source.git('rm', '-qrf', '.');
    expect(await source.asked()).toEqual(PATHS.toSorted());
  });

  it('is what was removed by a commit, or is to be by the next one', async () => {
    await using source = await makeSource();
    await rm(join(source.path, 'app/vendor'), { recursive: true });
    expect(await source.asked()).toEqual([]);
    source.git('add', '-A');
    expect(await source.asked()).toEqual(['app/vendor/b.md']);
    source.git('commit', '-qm', 'without');
    await addFiles(source.path, { 'app/c.md': '' });
    source.git('add', '.');
    source.git('commit', '-qm', 'one more');
    expect(await source.asked()).toEqual(['app/vendor/b.md']);
  });

  it('is nothing where only the files are gone, with or without their repository', async () => {
    await using source = await makeSource();
    await rm(join(source.path, 'app/vendor'), { recursive: true });
    await rm(join(source.path, 'app/a.md'));
    expect(await source.asked()).toEqual([]);
    await rm(join(source.path, 'app/.git/index'));
    expect(await source.asked()).toEqual([]);
    await rm(join(source.path, 'app'), { recursive: true });
    expect(await source.asked()).toEqual([]);
  });

  it('is told of a source that is a part of the repository, too, and runs nothing that the repository configures', async () => {
    await using source = await makeSource();
    const ran = join(source.path, 'ran');
    source.git('config', 'core.fsmonitor', `touch ${ran};`);
    source.git('-c', 'core.fsmonitor=false', 'rm', '-qr', 'vendor');
    expect([...(await takenOut(join(source.path, 'app/vendor'), ['b.md']))]).toEqual(['b.md']);
    await expect(rm(ran)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
