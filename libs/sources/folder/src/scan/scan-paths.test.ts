import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScannedEntry } from '@tributary/sources-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIB } from '@tributary/kernel';
import { LocalPlaces } from '../paths/local-places.js';
import { FolderReader } from '../reader/folder-reader.js';
import { FileKinds } from '../rules/file-kinds.js';
import { addFiles, makeTree } from '../testing/tree.fixture.js';
import { DataFolders } from './data-folders.js';
import { InnerRules } from './inner-rules.js';
import { KnownLinks } from './known-links.js';
import { PathScan } from './scan-paths.js';

const FILES = {
  'readme.md': '# Readme',
  '.gitignore': 'ignored/\n*.log\n',
  'src/a.ts': 'export {};',
  'src/.env': 'KEY=1',
  'src/deep/b.ts': 'export {};',
  'src/deep/c.log': 'log',
  'src/deep/.gitignore': '!c.log\n',
  'ignored/d.md': 'ignored',
  'node_modules/e/index.js': 'module',
  'two\nlines 🙂/f.md': 'odd',
};

describe('a look at single paths', () => {
  const reader = new FolderReader();
  let tree: Awaited<ReturnType<typeof makeTree>>;
  beforeEach(async () => {
    tree = await makeTree(FILES);
  });
  afterEach(() => tree.remove());

  async function look(...paths: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for await (const entry of reader.partial.scanPaths(tree.path, { paths })) found.push(describeEntry(entry));
    return found.sort();
  }

  it('finds at every path what a walk over everything finds there', async () => {
    const all: string[] = [];
    for await (const entry of reader.scan(tree.path)) all.push(describeEntry(entry));
    expect(await look('readme.md', '.gitignore', 'src', 'ignored', 'node_modules', 'two\nlines 🙂')).toEqual(all.sort());
    expect(await look('src/deep/c.log')).toEqual(['src/deep/c.log']);
  });

  it('says what is left out on the way to a path', async () => {
    expect(await look('node_modules/e/index.js', 'ignored/d.md', 'src/.env')).toEqual([
      'ignored/ ignored',
      'node_modules/ ignored',
      'src/.env secret',
    ]);
  });

  it('finds nothing at a path where nothing is, and never leaves the source', async () => {
    await rm(join(tree.path, 'src/deep'), { recursive: true });
    expect(await look('src/deep', 'src/deep/b.ts', 'src/a.ts/x', '../elsewhere', 'src/../../elsewhere', '')).toEqual([]);
  });

  it('finds links as a walk does, and nothing behind those to folders', async () => {
    await symlink('deep', join(tree.path, 'src/link'));
    await symlink('../ignored', join(tree.path, 'src/open'));
    await symlink('../ignored/d.md', join(tree.path, 'src/d.md'));
    await symlink('deep/b.ts', join(tree.path, 'src/b.ts'));
    expect(await look('src/link', 'src/link/x/b.ts', 'src/open/d.md', 'src/d.md', 'src/b.ts', 'src/b.ts/x')).toEqual([
      'src/b.ts',
      'src/d.md ignored',
      'src/link/ duplicate',
      'src/open/ ignored',
    ]);
    const all: string[] = [];
    for await (const entry of reader.scan(tree.path)) all.push(describeEntry(entry));
    expect(await look('src')).toEqual(all.filter((path) => path.startsWith('src/')).sort());
  });

  it('reaches from an ignore file to everything in its folder', () => {
    expect(reader.partial.reachOf(['src/a.ts', 'src/.gitignore', 'src/deep/.tributaryignore'])).toEqual(['src/a.ts', 'src', 'src/deep']);
    expect(reader.partial.reachOf(['.gitignore'])).toEqual(['']);
  });

  it('finds a renamed file under its new name alone on a disk that takes names in any case', async () => {
    const cafe = 'src/Café.md'.normalize('NFD');
    await addFiles(tree.path, { 'README.md': '', [cafe]: '', 'SRC/a.ts': '', 'linked.md': '' }); // with the names that such a disk answers to
    const onDisk = ['README.md', 'src/a.ts', cafe];
    const spelling = (path: string) => {
      // The other name of one that has two.
      if (path.endsWith('linked.md')) return Promise.resolve('/elsewhere/first-name.md');
      const asked = path
        .slice(tree.path.length + 1)
        .normalize('NFC')
        .toLowerCase();
      return Promise.resolve(join(tree.path, onDisk.find((one) => one.normalize('NFC').toLowerCase() === asked) ?? asked));
    };
    const readsAll = { kinds: new FileKinds(MIB, undefined), dataFolders: new DataFolders() };
    const options = { ...readsAll, innerRules: new InnerRules(), links: new KnownLinks(), places: new LocalPlaces() };
    const found: string[] = [];
    const paths = ['readme.md', 'README.md', cafe, 'SRC/a.ts', 'src/a.ts', 'linked.md'];
    for await (const entry of new PathScan(tree.path, options, spelling).entries(paths)) found.push(describeEntry(entry));
    expect(found).toEqual(['README.md', 'src/Café.md', 'src/a.ts', 'linked.md']);
  });

  it('throws when the source is gone', async () => {
    await tree.remove();
    await expect(look('readme.md')).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
  });
});

function describeEntry(entry: ScannedEntry): string {
  return entry.found ? entry.path : `${entry.path} ${entry.reason}`;
}
