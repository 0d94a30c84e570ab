import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

const reader = new FolderReader();

describe('reading a file', () => {
  it('gives text, size, time of change, type and language', async () => {
    await using tree = await makeTree({ 'src/a.ts': 'const größe = 1;\n', LICENSE: 'x', 'x.unknown': 'x' });
    expect(await reader.read(tree.path, 'src/a.ts')).toMatchObject({
      read: true,
      text: 'const größe = 1;\n',
      size: 19,
      type: 'code',
      lang: 'typescript',
      notes: [],
    });
    const outcome = await reader.read(tree.path, 'src/a.ts');
    const { ino, ctimeMs } = await stat(join(tree.path, 'src/a.ts'));
    const entries: unknown[] = [];
    for await (const entry of reader.scan(tree.path)) entries.push(entry);
    expect(entries).toContainEqual({
      found: true,
      path: 'src/a.ts',
      size: 19,
      mtimeMs: outcome.read ? outcome.mtimeMs : undefined,
      inode: ino,
      ctimeMs,
      type: 'code',
    });
    expect(await reader.read(tree.path, 'x.unknown')).not.toHaveProperty('lang');
  });

  it('says that an empty file, or one of blanks, has no text', async () => {
    const blanks = Buffer.from('\ufeff \r\n', 'utf16le');
    await using tree = await makeTree({ 'x.md': '', 'x.py': '', 'blank.txt': ' \n\t\n', 'mark.txt': '\ufeff\n', 'wide.txt': blanks });
    for (const path of ['x.md', 'x.py', 'blank.txt', 'mark.txt', 'wide.txt'])
      expect(await reader.read(tree.path, path)).toEqual({ read: false, reason: 'no-text' });
  });

  it('takes RTF for no text, whatever its name', async () => {
    const text = "{\\rtf1\\ansi Die \\'dcberpr\\'fcfung der K\\'fcche.}";
    await using tree = await makeTree({ 'm.rtf': text, 'm.txt': text, 'notes.rtf': 'Plain words.' });
    for (const path of ['m.rtf', 'm.txt']) expect(await reader.read(tree.path, path)).toEqual({ read: false, reason: 'unsupported' });
    expect(await reader.read(tree.path, 'notes.rtf')).toMatchObject({ text: 'Plain words.' });
  });

  it('says that a file is missing, also where a folder is', async () => {
    await using tree = await makeTree({ 'd/x.md': 'x' });
    expect(await reader.read(tree.path, 'y.md')).toEqual({ read: false, reason: 'missing' });
    expect(await reader.read(tree.path, 'd/x.md/z')).toEqual({ read: false, reason: 'missing' });
    expect(await reader.read(tree.path, 'd')).toEqual({ read: false, reason: 'not-a-file' });
  });

  it('finds binaries by their NUL bytes and control characters', async () => {
    await using tree = await makeTree({
      nul: Buffer.from('text\0more'),
      late: Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0])]),
      noise: Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 37) % 255 || 1)),
      utf32: Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]),
    });
    for (const path of ['nul', 'late', 'noise', 'utf32'])
      expect(await reader.read(tree.path, path)).toEqual({ read: false, reason: 'binary' });
  });

  it('reads UTF-8 and UTF-16 with a byte order mark, without the mark', async () => {
    const text = 'größer 🙂\nzweite Zeile';
    const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');
    await using tree = await makeTree({ 'u8.md': `\ufeff${text}`, 'le.md': littleEndian, 'be.md': Buffer.from(littleEndian).swap16() });
    expect(await reader.read(tree.path, 'u8.md')).toMatchObject({ text, notes: [] });
    expect(await reader.read(tree.path, 'le.md')).toMatchObject({ text, notes: ['Read as UTF-16LE.'] });
    expect(await reader.read(tree.path, 'be.md')).toMatchObject({ text, notes: ['Read as UTF-16BE.'] });
  });

  it('reads what is not UTF-8 as Windows-1252 and says so', async () => {
    await using tree = await makeTree({ 'x.txt': Buffer.from([0x80, 0x20, 0x67, 0x72, 0xfc, 0x6e, 0x20, 0x93, 0x61, 0x94]) });
    expect(await reader.read(tree.path, 'x.txt')).toMatchObject({
      text: '€ grün “a”',
      notes: ['Read as Windows-1252, because it is not valid UTF-8.'],
    });
  });

  it('keeps UTF-8 with a broken character as UTF-8', async () => {
    await using tree = await makeTree({
      'x.txt': Buffer.concat([Buffer.from('größe '.repeat(20)), Buffer.from([0xc3]), Buffer.from(' Ende')]),
    });
    const outcome = await reader.read(tree.path, 'x.txt');
    expect(outcome).toMatchObject({ read: true, notes: ['1 character is not valid UTF-8 and was replaced.'] });
    expect(outcome.read && outcome.text.startsWith('größe größe')).toBe(true);
  });

  it('keeps UTF-8 that was cut off as UTF-8, also where it has few characters outside ASCII', async () => {
    const cut = Buffer.concat([Buffer.from('Release notes 🎉 café über '), Buffer.from('🎉').subarray(0, 2)]);
    const once = Buffer.concat([Buffer.from('Müller sagt '), Buffer.from('🎉').subarray(0, 2)]);
    await using tree = await makeTree({ 'x.log': cut, 'once.log': once });
    expect(await reader.read(tree.path, 'once.log')).toMatchObject({ text: 'Müller sagt \ufffd' });
    expect(await reader.read(tree.path, 'x.log')).toMatchObject({
      text: 'Release notes 🎉 café über \ufffd',
      notes: ['1 character is not valid UTF-8 and was replaced.'],
    });
  });

  it('throws only when its signal aborts', async () => {
    await using tree = await makeTree({ 'x.md': 'x' });
    await expect(reader.read(tree.path, 'x.md', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
