import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree, scanAll } from '../testing/tree.fixture.js';
import { gitExcludesFile } from './git-excludes-file.js';

async function repository(files: Readonly<Record<string, string>>) {
  const tree = await makeTree(files);
  execFileSync('git', ['init', '-q', tree.path], { stdio: 'pipe' });
  return tree;
}

describe('a source that is a part of a repository', () => {
  it('leaves out what the ignore files above it name, as git does', async () => {
    await using tree = await repository({
      '.gitignore': '*.log\n/apps/web/private/\ngenerated/\n!dist/\n',
      'apps/.gitignore': 'web/*.tmp\n',
      'apps/web/.gitignore': '!keep.log\n',
      'apps/web/a.ts': '',
      'apps/web/a.log': '',
      'apps/web/keep.log': '',
      'apps/web/x.tmp': '',
      'apps/web/deep/y.tmp': '',
      'apps/web/private/b.ts': '',
      'apps/web/src/generated/c.ts': '',
      'apps/web/dist/d.js': '',
      'apps/web/build/e.js': '',
    });
    const source = join(tree.path, 'apps/web');
    const { found, skipped } = await scanAll(source);
    expect(found).toEqual(['.gitignore', 'a.ts', 'deep/y.tmp', 'dist/d.js', 'keep.log']);
    expect(skipped).toEqual({
      'a.log': 'ignored',
      'x.tmp': 'ignored',
      'private/': 'ignored',
      'src/generated/': 'ignored',
      'build/': 'ignored',
    });
    const looked: string[] = [];
    for await (const entry of new FolderReader().partial.scanPaths(source, { paths: ['a.log', 'private/b.ts', 'deep'] }))
      looked.push(entry.path);
    expect(looked).toEqual(['a.log', 'private/', 'deep/y.tmp']);
  });

  it('is read where those leave out all of it, since somebody asked for it', async () => {
    await using tree = await repository({ '.gitignore': 'notes/\ndrafts/*\n', 'notes/a.md': '', 'drafts/b.md': '', 'drafts/c/d.md': '' });
    expect((await scanAll(join(tree.path, 'notes'))).found).toEqual(['a.md']);
    expect((await scanAll(join(tree.path, 'drafts'))).found).toEqual(['b.md', 'c/d.md']);
  });

  it('knows nothing of what lies above the repository', async () => {
    await using tree = await makeTree({ '.gitignore': '*.md\n', 'repo/a.md': '', 'repo/sub/b.md': '' });
    execFileSync('git', ['init', '-q', join(tree.path, 'repo')], { stdio: 'pipe' });
    expect((await scanAll(join(tree.path, 'repo'))).found).toEqual(['a.md', 'sub/b.md']);
    expect((await scanAll(join(tree.path, 'repo/sub'))).found).toEqual(['b.md']);
  });

  it.each(['', 'sub'])('leaves out what .git/info/exclude names unless an ignore file brings it back: "%s"', async (place) => {
    await using tree = await repository({ 'sub/.gitignore': '!kept.md\n', 'sub/a.md': '', 'sub/mine.md': '', 'sub/kept.md': '' });
    await writeFile(join(tree.path, '.git/info/exclude'), 'mine.md\nkept.md\n');
    const { found, skipped } = await scanAll(join(tree.path, place));
    expect(found.map((path) => basename(path))).toEqual(['.gitignore', 'a.md', 'kept.md']);
    expect(Object.entries(skipped)).toContainEqual([posix.join(place === '' ? 'sub' : '', 'mine.md'), 'ignored']);
  });

  it.each([
    {
      how: 'core.excludesFile',
      home: { '.gitconfig': '[core]\n\texcludesFile = ~/mine.txt\n', 'mine.txt': '*.tmp\nkept.md\n' },
      config: '.config',
    },
    { how: '~/.config/git/ignore', home: { '.config/git/ignore': '*.tmp\nkept.md\n' }, config: '.config' },
    {
      how: '$XDG_CONFIG_HOME/git/ignore',
      home: { 'mine/git/ignore': '*.tmp\nkept.md\n', '.config/git/ignore': 'sub/\n' },
      config: 'mine',
    },
  ])('leaves out what $how of its user names unless the repository brings it back', async ({ home, config }) => {
    await using user = await makeTree(home);
    await using tree = await repository({ '.gitignore': '!kept.md\n', 'sub/a.md': '', 'sub/b.tmp': '', 'kept.md': '', 'c.tmp': '' });
    const env = { ...process.env, HOME: user.path, GIT_CONFIG_NOSYSTEM: '1' };
    const configFolder = join(user.path, config);
    const reader = new FolderReader({ excludesFile: (place) => gitExcludesFile(place, { configFolder, env }) });
    expect((await scanAll(tree.path, reader)).found).toEqual(['.gitignore', 'kept.md', 'sub/a.md']);
    expect((await scanAll(join(tree.path, 'sub'), reader)).found).toEqual(['a.md']);
    const looked: string[] = [];
    for await (const { found, path } of reader.partial.scanPaths(tree.path, { paths: ['c.tmp'] })) if (found) looked.push(path);
    expect(looked).toEqual([]);
    expect((await scanAll(tree.path)).found).toContain('c.tmp');
  });

  it.each([true, false])('takes names in a rule in any case where git does: core.ignoreCase %s', async (ignoreCase) => {
    await using tree = await repository({
      '.gitignore': 'Private/\n*.TMP\n',
      'private/a.md': '',
      'b.tmp': '',
      'inner/.gitignore': 'Drafts/\n',
      'inner/drafts/c.md': '',
      'inner/private/d.md': '',
    });
    execFileSync('git', ['init', '-q', join(tree.path, 'inner')], { stdio: 'pipe' });
    execFileSync('git', ['-C', tree.path, 'config', 'core.ignoreCase', String(ignoreCase)]);
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', tree.path, ...args], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .sort();
    const outer = (await scanAll(tree.path)).found.filter((path) => !path.startsWith('inner/'));
    expect(outer).toEqual(git('ls-files', '--others', '--exclude-standard').filter((path) => !path.startsWith('inner/')));
    expect(outer).toEqual(ignoreCase ? ['.gitignore'] : ['.gitignore', 'b.tmp', 'private/a.md']);
    expect((await scanAll(join(tree.path, 'inner'))).found).toContain('drafts/c.md');
    expect((await scanAll(join(tree.path, 'private'))).found).toEqual(['a.md']);
    expect((await scanAll(tree.path)).found).toContain('inner/drafts/c.md');
  });

  it('leaves out in a worktree, too, what the exclude file of its repository names', async () => {
    await using tree = await repository({ 'a.md': '', 'mine.md': '' });
    await using beside = await makeTree({});
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', tree.path, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { stdio: 'pipe' });
    git('add', '.');
    git('commit', '-qm', 'all');
    const worktree = join(beside.path, 'second');
    git('worktree', 'add', '-q', worktree);
    await writeFile(join(tree.path, '.git/info/exclude'), 'mine.md\n');
    expect((await scanAll(worktree)).found).toEqual(['a.md']);
  });
});
