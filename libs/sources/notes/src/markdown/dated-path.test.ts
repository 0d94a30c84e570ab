import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { noteReaders } from '../note-readers.js';
import { dayOfPath } from './dated-path.js';
import { HeadedFilesReader } from './headed-files-reader.js';

const files = new FolderReader();
const readers = { obsidian: noteReaders(files).obsidian, folder: new HeadedFilesReader(files) };

it.each([
  ['2019-06-20.md', '2019-06-20'],
  ['Diary/2019-06-20 Walk by the river.md', '2019-06-20'],
  ['Diary/2019_06_20.md', '2019-06-20'],
  ['2019.06.20.md', '2019-06-20'],
  ['20190620.md', '2019-06-20'],
  ['201906201430 On walking.md', '2019-06-20'],
  ['20190620143015.md', '2019-06-20'],
  ['Diary/2019/06/20.md', '2019-06-20'],
  ['2019/06/20.md', '2019-06-20'],
  ['1887-06-20 Grandfather.md', '1887-06-20'],
])('takes %s for a note of the day %s', (path, day) => {
  expect(dayOfPath(path)).toBe(`${day}T00:00:00.000Z`);
});

it.each([
  '2019-06-31.md',
  '2019-13-01.md',
  '2019-06.md',
  '2019.md',
  '2019-06_20.md',
  '2019-06-201.md',
  '201906201.md',
  '99990620.md',
  'On 2019-06-20.md',
  '2019-06-20/Walk.md',
  '2019/06/20 reasons.md',
  '2019/06/2.md',
  '12019/06/20.md',
  '978-3-518.md',
])('takes %s for a note of no day', (path) => {
  expect(dayOfPath(path)).toBeUndefined();
});

it.each(['obsidian', 'folder'] as const)('a diary has the dates of its front matter, else of its names: %s', async (kind) => {
  await using folder = await temporaryFolder();
  const createdOf = async (path: string, text: string) => {
    await writeFile(join(folder.path, path), text);
    const outcome = await readers[kind].read(folder.path, path);
    return outcome.read ? outcome.createdAt : outcome.reason;
  };
  expect(await createdOf('2019-06-20.md', 'Rain.\n')).toBe('2019-06-20T00:00:00.000Z');
  expect(await createdOf('2019-06-21.md', '---\ncreated: 2020-01-02\n---\nSun.\n')).toBe('2020-01-02T00:00:00.000Z');
  expect(await createdOf('2019-06-22.md', '---\ncreated: some day\n---\nSnow.\n')).toBe('2019-06-22T00:00:00.000Z');
  expect(await createdOf('2019-06-23.txt', 'No Markdown.\n')).toBe(kind === 'folder' ? undefined : 'attachment');
});
