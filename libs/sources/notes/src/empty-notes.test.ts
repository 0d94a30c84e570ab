import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import type { ScannedEntry } from '@tributary/sources-port';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HeadedFilesReader } from './markdown/headed-files-reader.js';
import { noteReaders } from './note-readers.js';
import { storedZip } from './testing/stored-zip.fixture.js';

const files = new FolderReader();
const readers = { ...noteReaders(files), folder: new HeadedFilesReader(files) };
const NO_TEXT = { read: false, reason: 'no-text' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function write(path: string, content: string | Buffer): Promise<string> {
  const full = join(folder.path, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
  return full;
}

it.each(['folder', 'obsidian', 'bear'] as const)('an empty note has no text: %s', async (kind) => {
  await write('a.md', '');
  await write('b.md', ' \n\n');
  for (const path of ['a.md', 'b.md']) expect(await readers[kind].read(folder.path, path)).toEqual(NO_TEXT);
});

it('a note of Bear with nothing but a picture has none', async () => {
  await write('a.md', '![plan](assets/plan.png)\n');
  expect(await readers.bear.read(folder.path, 'a.md')).toEqual(NO_TEXT);
});

it('a page of Zim with nothing but its head has none', async () => {
  await write('A.txt', 'Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n');
  expect(await readers.zim.read(folder.path, 'A.txt')).toEqual(NO_TEXT);
});

it('an empty note in a backup of Bear is left out, and the others are read', async () => {
  const parts = { 'Bear/A.textbundle/text.md': '', 'Bear/B.textbundle/text.md': '# B\n' };
  const backup = await write('all.bear2bk', storedZip(parts));
  const entries: ScannedEntry[] = [];
  for await (const entry of readers.bear.scan(backup)) entries.push(entry);
  expect(entries.map((entry) => (entry.found ? 'read' : entry.reason)).toSorted()).toEqual(['no-text', 'read']);
  const [empty] = entries.filter(({ found }) => !found);
  expect(await readers.bear.read(backup, empty?.path ?? '')).toEqual(NO_TEXT);
});

it('what may be read otherwise than before is read once more, formats that are read as ever are not', () => {
  const isReadAgain = (path: string) => readers.folder.revision.concerns(path);
  expect(
    ['a.md', 'a.html', 'a.svg', 'a.rtf', 'a.docx', 'a.odp', 'a.py', 'LICENSE', 'a.eml', 'a.js'].filter((path) => !isReadAgain(path)),
  ).toEqual([]);
  expect(readers.folder.revision.number).toBe(8);
  expect(['a.pdf', 'a.XLSX', 'a.ods', 'a.ots'].filter(isReadAgain)).toEqual([]);
});
