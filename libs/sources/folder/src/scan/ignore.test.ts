import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SeededRandom, testSeed } from '@tributary/testing';
import { FolderReader } from '../reader/folder-reader.js';
import { addFiles, makeTree, scanAll } from '../testing/tree.fixture.js';

const GIT = ['-c', 'core.excludesFile=/dev/null'];

describe('what a scan leaves out by rules', () => {
  it('honours nested ignore files, the deeper one last', async () => {
    await using tree = await makeTree({
      '.gitignore': '*.log\n/private\nnotes/*.tmp\n',
      'a.log': '',
      'private/x.md': '',
      'sub/private/kept.md': '',
      'sub/.gitignore': '!important.log\nlocal.md\n/only-here.md\n',
      'sub/important.log': '',
      'sub/other.log': '',
      'sub/local.md': '',
      'sub/deep/local.md': '',
      'sub/only-here.md': '',
      'sub/deep/only-here.md': '',
      'notes/x.tmp': '',
      'notes/deep/x.tmp': '',
    });
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual([
      '.gitignore',
      'notes/deep/x.tmp',
      'sub/.gitignore',
      'sub/deep/only-here.md',
      'sub/important.log',
      'sub/private/kept.md',
    ]);
    expect(skipped['private/']).toBe('ignored');
    expect(skipped['a.log']).toBe('ignored');
  });

  it('leaves out what the caller names beside the ignore files [004-100]', async () => {
    await using tree = await makeTree({
      'a.md': '',
      'b.pyc.txt': '',
      'drafts/c.md': '',
      'drafts/keep.md': '',
      'sub/.gitignore': '!d.tmp',
      'sub/d.tmp': '',
    });
    const reader = new FolderReader({ ignore: ['*.tmp', 'drafts/*'] });
    const found: string[] = [];
    for await (const entry of reader.scan(tree.path, { ignore: ['!drafts/keep.md', '*.txt'] })) if (entry.found) found.push(entry.path);
    expect(found.sort()).toEqual(['a.md', 'drafts/keep.md', 'sub/.gitignore', 'sub/d.tmp']);
  });

  it('honours .tributaryignore after .gitignore', async () => {
    await using tree = await makeTree({
      '.gitignore': 'secret-plans/\n*.csv',
      '.tributaryignore': '!data.csv\n*.md',
      'data.csv': 'a',
      'other.csv': 'b',
      'x.md': 'c',
      'x.txt': 'd',
    });
    const { found } = await scanAll(tree.path);
    expect(found).toEqual(['.gitignore', '.tributaryignore', 'data.csv', 'x.txt']);
  });

  it('knows a name in whatever Unicode form the rule writes it', async () => {
    const name = 'Entwürfe.md';
    for (const [rule, file] of [
      [name.normalize('NFD'), name],
      [name, name.normalize('NFD')],
    ] as const) {
      await using tree = await makeTree({ '.gitignore': `${rule}\n`, [file]: '' });
      expect((await scanAll(tree.path)).found).toEqual(['.gitignore']);
    }
  });

  it('leaves out version control, packages, build folders, lock files and minified files by itself', async () => {
    await using tree = await makeTree({
      '.git/config': '',
      'node_modules/x/index.js': '',
      'pkg/node_modules/x/index.js': '',
      'dist/x.js': '',
      'pkg/build/x.js': '',
      'target/x.rs': '',
      '.venv/x.py': '',
      'src/__pycache__/x.py': '',
      'package-lock.json': '{}',
      'jquery.min.js': '',
      'app.js.map': '',
      'src/build.ts': 'kept',
    });
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['src/build.ts']);
    expect(skipped).toEqual({
      '.git/': 'ignored',
      'node_modules/': 'ignored',
      'pkg/node_modules/': 'ignored',
      'dist/': 'ignored',
      'pkg/build/': 'ignored',
      'target/': 'ignored',
      '.venv/': 'ignored',
      'src/__pycache__/': 'ignored',
      'package-lock.json': 'generated',
      'jquery.min.js': 'generated',
      'app.js.map': 'generated',
    });
  });

  it('brings a build folder back when an ignore file says so, but neither packages nor version control', async () => {
    await using tree = await makeTree({
      '.gitignore': '!dist\n!node_modules\n!.git',
      'dist/deep/x.md': '',
      'node_modules/x.md': '',
      '.git/config': '',
    });
    expect((await scanAll(tree.path)).found).toEqual(['.gitignore', 'dist/deep/x.md']);
  });

  it('takes an ignore file that is a folder, a link or huge for absent', async () => {
    await using tree = await makeTree({ '.gitignore/x.md': 'a', 'sub/.gitignore': `x.md\n${'#'.repeat(1_100_000)}`, 'sub/x.md': 'b' });
    expect((await scanAll(tree.path)).found).toEqual(['.gitignore/x.md', 'sub/.gitignore', 'sub/x.md']);
  });

  it.each([false, true])('agrees with git on random rules in random trees, where it ignores case: %s', async (ignoreCase) => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    for (let round = 0; round < 25; round++) {
      await using tree = await makeTree(randomTree(random, ignoreCase ? inCapitals : (rule) => rule));
      execFileSync('git', ['init', '-q', tree.path], { stdio: 'pipe' });
      execFileSync('git', ['-C', tree.path, 'config', 'core.ignoreCase', String(ignoreCase)]);
      const listed = execFileSync('git', [...GIT, '-C', tree.path, 'ls-files', '-z', '--others', '--exclude-standard'], {
        encoding: 'utf8',
      });
      const expected = listed.split('\0').filter((path) => path !== '');
      expect((await scanAll(tree.path)).found).toEqual(expected.sort());
    }
  });

  it('stays right over many more paths than the rules remember', async () => {
    await using tree = await makeTree({ '.gitignore': 'x*' });
    const names = Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? `x${i.toString()}` : `y${i.toString()}`));
    await addFiles(tree.path, Object.fromEntries(names.map((name) => [name, ''])));
    expect((await scanAll(tree.path)).found).toHaveLength(2501);
  });
});

const NAMES = ['a', 'b', 'c', 'ab', 'a.md', 'b.md', 'x y', '[z]', 'a#', '!b'] as const;
const FOLDERS = ['a', 'b', 'c', 'x y', '[z]', 'd*', '!b', '#c'] as const;
const PATTERNS = [
  'a',
  'b/',
  '/c',
  '*.md',
  'a/*.md',
  'a/**',
  '**/b',
  'a/**/b.md',
  '!a.md',
  '!b',
  '!/c/',
  '*',
  '!*/',
  'x y',
  '\\!b',
  '\\[z\\]',
  '[ab]',
  '?b',
  'c/b/',
  '# comment',
  '',
  'ab   ',
  '/*/a',
  'a\\#',
] as const;

/** Single letters in brackets mean their own case alone in git, whatever the setting. */
function inCapitals(rule: string): string {
  return rule === '[ab]' ? rule : rule.toUpperCase();
}

/** @param write how a rule is written into an ignore file */
function randomTree(random: SeededRandom, write: (rule: string) => string): Record<string, string> {
  const files: Record<string, string> = {};
  const folders = new Set<string>();
  for (let i = 0; i < 40; i++) {
    const folder = Array.from({ length: random.below(4) }, () => random.pick(FOLDERS));
    const isRules = random.next() < 0.15;
    const path = [...folder, isRules ? '.gitignore' : random.pick(NAMES)].join('/');
    const above = folder.map((_, depth) => folder.slice(0, depth + 1).join('/'));
    if (folders.has(path) || above.some((name) => name in files)) continue;
    for (const name of above) folders.add(name);
    files[path] = isRules ? `${Array.from({ length: 1 + random.below(4) }, () => write(random.pick(PATTERNS))).join('\n')}\n` : 'text';
  }
  return files;
}
