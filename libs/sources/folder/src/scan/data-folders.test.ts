import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScannedEntry } from '@tributary/sources-port';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree, scanAll } from '../testing/tree.fixture.js';

const SERVER = JSON.stringify({ url: 'http://127.0.0.1:7411', token: 'sesame', version: '1', contract: 1 });
/** As a server leaves them, one kind each: with a store of its own, with all of it elsewhere, set aside or copied. */
const DATA_FOLDERS = {
  'share/tributary/owner.db': '',
  'share/tributary/server.json': SERVER,
  'share/tributary/store/main/notes.md': 'Own words.',
  'services/owner.db': '',
  'services/server.json': SERVER,
  'backup/store-second.made': 'A store was made.',
  'backup/store/second/store.db': 'x',
  'backup/nextcloud-passwords.json': '{}',
};
const OTHERS = {
  'clinic/owner.db': 'SQLite format 3',
  'clinic/server.json': '{ "port": 1 }',
  'clinic/store/index.ts': 'export {};',
  'empty/owner.db': '',
  'empty/notes.md': 'A note.',
};

describe('data folders of Tributary', () => {
  it('are left out whatever their names, on every way to them; folders that resemble them are read', async () => {
    await using tree = await makeTree({ ...DATA_FOLDERS, ...OTHERS, 'a.md': 'A note.' });
    await symlink(join(tree.path, 'services/server.json'), join(tree.path, 'linked.md'));
    await symlink(join(tree.path, 'services'), join(tree.path, 'linked'));
    const { found, skipped } = await scanAll(tree.path);
    expect(found).toEqual(['a.md', 'clinic/server.json', 'clinic/store/index.ts', 'empty/notes.md']);
    expect(skipped).toEqual({
      'share/tributary/': 'ignored',
      'services/': 'ignored',
      'backup/': 'ignored',
      'linked.md': 'ignored',
      'linked/': 'ignored',
      'clinic/owner.db': 'binary',
      'empty/owner.db': 'binary',
    });
    const reader = new FolderReader();
    for (const path of ['services/server.json', 'share/tributary/store/main/notes.md', 'backup'])
      expect(await look(reader, tree.path, path)).toEqual([`${path.split('/store')[0]?.split('/server')[0] ?? ''}/ ignored`]);
    expect(await reader.read(tree.path, 'services/server.json')).toEqual({ read: false, reason: 'ignored' });
    expect(await reader.read(tree.path, 'clinic/server.json')).toMatchObject({ read: true });
  });

  it('are left out where they are that of this process, with nothing in them yet', async () => {
    await using tree = await makeTree({ 'own/notes.md': 'Own words.', 'a.md': 'A note.' });
    const reader = new FolderReader({ dataFolder: join(tree.path, 'own') });
    expect(await scanAll(tree.path, reader)).toEqual({ found: ['a.md'], skipped: { 'own/': 'ignored' } });
    expect(await reader.read(tree.path, 'own/notes.md')).toEqual({ read: false, reason: 'ignored' });
  });

  it('are no sources, nor is a file right in one; a folder of documents that somebody keeps in one is', async () => {
    await using tree = await makeTree({ ...DATA_FOLDERS, 'services/documents/a.md': 'A note.' });
    const reader = new FolderReader();
    for (const path of ['share/tributary', 'services', 'backup', 'services/server.json'])
      expect(await reader.inspect(join(tree.path, path))).toEqual({ usable: false, reason: 'own-data' });
    expect(await scanAll(join(tree.path, 'services/documents'))).toMatchObject({ found: ['a.md'] });
  });

  it('have their folders looked at anew when one is made', () => {
    const { partial } = new FolderReader();
    expect(partial.reachOf(['a/data/owner.db', 'b/store-main.made', 'c/server.json'], undefined)).toEqual(['a/data', 'b', 'c/server.json']);
  });
});

async function look(reader: FolderReader, root: string, path: string): Promise<string[]> {
  const entries: ScannedEntry[] = [];
  for await (const entry of reader.partial.scanPaths(root, { paths: [path] })) entries.push(entry);
  return entries.map((entry) => (entry.found ? entry.path : `${entry.path} ${entry.reason}`));
}
