import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { addFiles, makeTree, scanAll } from '../testing/tree.fixture.js';

/** A repository with one commit of what lies in a folder. */
function commitAll(folder: string, ...options: readonly string[]): void {
  git(folder, 'init', '-q', ...options);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'first');
}

function git(folder: string, ...args: readonly string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always'];
  execFileSync('git', ['-C', folder, ...settings, ...args], { stdio: 'pipe' });
}

async function lookAt(root: string, ...paths: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for await (const entry of new FolderReader().partial.scanPaths(root, { paths }))
    seen.push(entry.found ? entry.path : `${entry.path} ${entry.reason}`);
  return seen;
}

describe('linked git worktrees', () => {
  it('are left out where the repository they belong to is part of the source, on every way to them', async () => {
    await using tree = await makeTree({ 'repo/src/a.ts': 'export {};' });
    commitAll(join(tree.path, 'repo'));
    git(join(tree.path, 'repo'), 'worktree', 'add', '-q', '.trees/feature');
    git(join(tree.path, 'repo'), 'worktree', 'add', '-q', '../repo-beside');
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['repo/src/a.ts']);
    expect(skipped).toMatchObject({ 'repo/.trees/feature/': 'worktree', 'repo-beside/': 'worktree' });
    expect((await scanAll(join(tree.path, 'repo'))).found).toEqual(['src/a.ts']);
    expect(await lookAt(tree.path, 'repo-beside')).toEqual(['repo-beside/ worktree']);
    expect(await lookAt(tree.path, 'repo/.trees/feature/src/a.ts')).toEqual(['repo/.trees/feature/ worktree']);
  });

  it('are read where they are the source themselves, and where their repository lies elsewhere', async () => {
    await using tree = await makeTree({ 'repo/a.md': 'x' });
    commitAll(join(tree.path, 'repo'));
    git(join(tree.path, 'repo'), 'worktree', 'add', '-q', '../trees/feature');
    expect((await scanAll(join(tree.path, 'trees/feature'))).found).toEqual(['a.md']);
    expect((await scanAll(join(tree.path, 'trees'))).found).toEqual(['feature/a.md']);
  });

  it('are read where their repository is bare, so that they are all there is of it', async () => {
    await using tree = await makeTree({ 'a.md': 'x' });
    await using project = await makeTree({ 'readme.md': 'y' });
    commitAll(tree.path);
    git(project.path, 'clone', '-q', '--bare', tree.path, '.git');
    git(project.path, 'worktree', 'add', '-q', 'main-tree', '-b', 'work');
    expect((await scanAll(project.path)).found).toEqual(['main-tree/a.md', 'readme.md']);
  });

  it('are told from submodules, which are read', async () => {
    await using library = await makeTree({ 'lib.md': 'x' });
    await using tree = await makeTree({ 'a.md': 'y' });
    commitAll(library.path);
    commitAll(tree.path);
    git(tree.path, 'submodule', 'add', '-q', library.path, 'third_party/lib');
    expect((await scanAll(tree.path)).found).toEqual(['.gitmodules', 'a.md', 'third_party/lib/lib.md']);
  });

  it('are no worktrees by a file called .git that says something else', async () => {
    await using tree = await makeTree({
      '.git/config': '[core]\n\tbare = false\n',
      'odd/.git': 'gitdir: elsewhere/worktrees/x',
      'odd/a.md': 'x',
    });
    await addFiles(tree.path, { 'empty/.git': '', 'empty/b.md': 'y' });
    expect((await scanAll(tree.path)).found).toEqual(['empty/b.md', 'odd/a.md']);
  });
});
