import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { addFiles, makeTree, scanAll } from '../testing/tree.fixture.js';

function git(folder: string, ...args: readonly string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always'];
  execFileSync('git', ['-C', folder, ...settings, ...args], { stdio: 'pipe' });
}

async function lookAt(
  root: string,
  { paths, reader = new FolderReader() }: { readonly paths: readonly string[]; readonly reader?: FolderReader },
) {
  const found: string[] = [];
  for await (const entry of reader.partial.scanPaths(root, { paths })) if (entry.found) found.push(entry.path);
  return found;
}

describe('a repository within a source', () => {
  it('leaves out what its info/exclude names unless its ignore files bring it back', async () => {
    await using tree = await makeTree({
      'app/a.md': '',
      'app/mine.md': '',
      'app/sub/mine.md': '',
      'app/kept.md': '',
      'app/.gitignore': '!kept.md\n',
      'mine.md': '',
    });
    git(join(tree.path, 'app'), 'init', '-q');
    await addFiles(tree.path, { 'app/.git/info/exclude': 'mine.md\nkept.md\n' });
    expect((await scanAll(tree.path)).found).toEqual(['app/.gitignore', 'app/a.md', 'app/kept.md', 'mine.md']);
    expect(await lookAt(tree.path, { paths: ['app/mine.md', 'app/sub', 'app/kept.md'] })).toEqual(['app/kept.md']);
  });

  it('has everything in its folder looked at when it is made and when it goes', async () => {
    await using tree = await makeTree({ '.gitignore': 'x.md\n', 't/x.md': '', 't/y.md': '' });
    git(tree.path, 'init', '-q');
    const { partial } = new FolderReader();
    expect(partial.reachOf(['t/.git', 'deep/t/.git/HEAD', '.git', '.git/HEAD'])).toEqual(['t', 'deep/t', '']);
    expect(partial.reachOf(['t/.git/index', 't/HEAD', 't/a.git'])).toEqual(['t/.git/index', 't/HEAD', 't/a.git']);
    const changed = { paths: partial.reachOf(['t/.git']) };
    expect(await lookAt(tree.path, changed)).toEqual(['t/y.md']);
    git(join(tree.path, 't'), 'init', '-q');
    expect(await lookAt(tree.path, changed)).toEqual(['t/x.md', 't/y.md']);
    await rm(join(tree.path, 't/.git'), { recursive: true });
    expect(await lookAt(tree.path, changed)).toEqual(['t/y.md']);
  });

  it('leaves out what the excludes file of its user names', async () => {
    await using tree = await makeTree({ 'app/a.md': '', 'app/b.scratch': '', 'c.scratch': '', 'user/excludes': '*.scratch\n' });
    git(join(tree.path, 'app'), 'init', '-q');
    const reader = new FolderReader({ excludesFile: () => Promise.resolve(join(tree.path, 'user/excludes')) });
    expect((await scanAll(tree.path, reader)).found).toEqual(['app/a.md', 'c.scratch', 'user/excludes']);
    expect(await lookAt(tree.path, { paths: ['app/b.scratch'], reader })).toEqual([]);
  });

  it('is judged by its own rules alone, as git does, and by ours of the folders around it', async () => {
    await using tree = await makeTree({
      '.gitignore': '*.log\n!dist/\nsecond/\n',
      '.tributaryignore': '*.csv\n',
      'a.log': '',
      'app/b.log': '',
      'app/c.csv': '',
      'app/dist/d.js': '',
      'app/e.tmp': '',
      'app/deep/f.log': '',
      'second/g.md': '',
    });
    for (const place of ['.', 'app', 'second']) git(join(tree.path, place), 'init', '-q');
    await addFiles(tree.path, { '.git/info/exclude': '*.tmp\n' });
    const found = ['.gitignore', '.tributaryignore', 'app/b.log', 'app/deep/f.log', 'app/e.tmp'];
    expect((await scanAll(tree.path)).found).toEqual(found);
    expect(await lookAt(tree.path, { paths: ['app'] })).toEqual(expect.arrayContaining(found.slice(2)));
  });

  it('keeps to our ignore files, and not to those of git, above the source, too', async () => {
    await using tree = await makeTree({
      '.gitignore': '*.log\n',
      '.tributaryignore': '*.csv\n',
      'code/app/a.log': '',
      'code/app/b.csv': '',
    });
    for (const place of ['.', 'code/app']) git(join(tree.path, place), 'init', '-q');
    expect((await scanAll(join(tree.path, 'code'))).found).toEqual(['app/a.log']);
  });

  it('keeps to the ignore files of a folder around it that is no repository', async () => {
    await using tree = await makeTree({ '.gitignore': '*.log\n', 'app/a.log': '', 'app/b.md': '' });
    git(join(tree.path, 'app'), 'init', '-q');
    expect((await scanAll(tree.path)).found).toEqual(['.gitignore', 'app/b.md']);
  });

  it('is none where git sees none', async () => {
    await using tree = await makeTree({ '.gitignore': '*.log\n', 'app/.git/info/exclude': 'b.md\n', 'app/a.log': '', 'app/b.md': '' });
    git(tree.path, 'init', '-q');
    await addFiles(tree.path, { 'odd/.git': 'gitdir: nowhere', 'odd/c.log': '' });
    expect((await scanAll(tree.path)).found).toEqual(['.gitignore', 'app/b.md']);
  });

  it('is a submodule, too', async () => {
    await using library = await makeTree({ 'lib.md': '', 'lib.log': '' });
    await using tree = await makeTree({ '.gitignore': '*.log\n', 'a.log': '' });
    git(library.path, 'init', '-q');
    git(library.path, 'add', '.');
    git(library.path, 'commit', '-qm', 'all');
    git(tree.path, 'init', '-q');
    git(tree.path, 'submodule', 'add', '-q', library.path, 'lib');
    await addFiles(tree.path, { '.git/modules/lib/info/exclude': 'mine.md\n', 'lib/mine.md': '' });
    expect((await scanAll(tree.path)).found).toEqual(['.gitignore', '.gitmodules', 'lib/lib.log', 'lib/lib.md']);
  });
});
