import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree, scanAll } from '../testing/tree.fixture.js';

const COMPOSED = 'caf\u00e9';
const DECOMPOSED = 'cafe\u0301';

describe('names on disk', () => {
  it('may hold line ends, emoji, quotes and every other sign', async () => {
    const names = ['two\nlines.md', '🙂/👩‍👧.md', `"quotes'.md`, 'per%cent#:.md', ' space .md', '-rf.md', '\u202eright.md'];
    await using tree = await makeTree(Object.fromEntries(names.map((name) => [name, `text of ${name}`])));
    expect((await scanAll(tree.path)).found).toEqual([...names].sort());
    for (const name of names) expect(await new FolderReader().read(tree.path, name)).toMatchObject({ read: true, text: `text of ${name}` });
  });

  it('come in the order that puts a file before the copies named after it', async () => {
    const names = ['a.txt', 'Note.md', 'Note (conflicted copy).md', 'Note 2.md', "Note (Anna's copy).md", 'Note.sync-conflict-1.md', '.b'];
    await using tree = await makeTree(Object.fromEntries(names.map((name) => [name, 'the same text'])));
    const found: string[] = [];
    for await (const { path } of new FolderReader().scan(tree.path)) found.push(path);
    expect(found.filter((path) => path.startsWith('Note'))).toEqual([
      'Note.md',
      "Note (Anna's copy).md",
      'Note (conflicted copy).md',
      'Note 2.md',
      'Note.sync-conflict-1.md',
    ]);
  });

  it('are given out in NFC and found again whatever form the disk has', async () => {
    await using tree = await makeTree({ [`${DECOMPOSED}/${DECOMPOSED}.md`]: 'text' });
    const path = `${COMPOSED}/${COMPOSED}.md`;
    expect((await scanAll(tree.path)).found).toEqual([path]);
    expect(await new FolderReader().read(tree.path, path)).toMatchObject({ read: true, text: 'text' });
    expect(await new FolderReader().read(tree.path, `${COMPOSED}/other.md`)).toEqual({ read: false, reason: 'missing' });
  });

  it('that differ only in their form are one document: the NFC form wins', async () => {
    await using tree = await makeTree({ 'plain.md': 'x' });
    await writeFile(join(tree.path, `${COMPOSED}.md`), 'composed');
    await writeFile(join(tree.path, `${DECOMPOSED}.md`), 'decomposed');
    if ((await scanAll(tree.path)).found.length === 2) {
      const { found, skipped } = await scanAll(tree.path);
      expect(found).toEqual([`${COMPOSED}.md`, 'plain.md'].sort());
      expect(Object.values(skipped)).toEqual(['same-name-encoded-otherwise']);
    }
    expect(await new FolderReader().read(tree.path, `${COMPOSED}.md`)).toMatchObject({ read: true, text: 'composed' });
  });

  it('that are no valid UTF-8 are counted, not lost', async (context) => {
    if (process.platform !== 'linux') context.skip('Only Linux lets a file have such a name.');
    await using tree = await makeTree({ 'x.md': 'x' });
    const name = Buffer.concat([Buffer.from(join(tree.path, 'latin-')), Buffer.from([0xe9]), Buffer.from('.md')]);
    await writeFile(name, 'text');
    const folder = Buffer.concat([Buffer.from(join(tree.path, 'dir-')), Buffer.from([0xff])]);
    await mkdir(folder);
    await writeFile(Buffer.concat([folder, Buffer.from('/inner.md')]), 'text');
    expect((await scanAll(tree.path)).skipped).toEqual({ 'latin-\ufffd.md': 'unreadable', 'dir-\ufffd/': 'unreadable' });
  });
});
