import { DocumentExtractor } from '@tributary/sources-extraction';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTree, scanAll } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

const extractor = new DocumentExtractor();
const reader = new FolderReader({ maxBytes: 4096, documents: { extractor, maxBytes: 8192 } });
afterAll(() => extractor.close());

const PAGE = '<!doctype html><html><head><title>Tides</title></head><body><nav>Home</nav><p>The moon pulls the sea.</p></body></html>';
const MAIL = 'From: ada@sea.example\r\nSubject: Tides\r\nDate: Sat, 31 Jan 2026 12:00:00 +0000\r\n\r\nHigh water at noon.\r\n';
const MAILBOX = ['High water at noon.', 'Low water at six.']
  .map((text, at) => `From ada Sat Jan 31 12:00:00 2026\nFrom: ada@sea.example\nSubject: Mail ${at + 1}\n\n${text}\n\n`)
  .join('');

describe('documents in a folder', () => {
  it('are found as documents, and read by the extractor with title, fields and sections', async () => {
    await using tree = await makeTree({
      'a.eml': MAIL,
      'box.mbox': MAILBOX,
      'talk.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Ahoy.\n',
    });
    expect((await scanAll(tree.path, reader)).found).toEqual(['a.eml', 'box.mbox', 'talk.vtt']);
    expect(await reader.read(tree.path, 'a.eml')).toMatchObject({
      read: true,
      type: 'doc',
      lang: 'markdown',
      title: 'Tides',
      createdAt: '2026-01-31T12:00:00.000Z',
      modifiedAt: '2026-01-31T12:00:00.000Z',
      isModifiedAtWritten: true,
      metadata: { format: 'eml', author: 'ada@sea.example', created: '2026-01-31T12:00:00.000Z' },
      text: '# Tides\n\nFrom: ada@sea.example\nDate: 2026-01-31T12:00:00.000Z\n\nHigh water at noon.',
    });
    expect(await reader.read(tree.path, 'box.mbox')).toMatchObject({
      sections: [
        { kind: 'message', label: 'Mail 1', line: 1 },
        { kind: 'message', label: 'Mail 2', line: 7 },
      ],
    });
    expect(await reader.read(tree.path, 'talk.vtt')).toMatchObject({ text: 'Ahoy.', lang: 'text' });
  });

  it('have the time of their file where they say none', async () => {
    await using tree = await makeTree({ 'a.eml': MAIL.replace(/Date: .*\r\n/, ''), 'page.html': PAGE });
    for (const path of ['a.eml', 'page.html']) {
      const outcome = await reader.read(tree.path, path);
      expect(outcome).toMatchObject({ read: true });
      for (const field of ['createdAt', 'modifiedAt', 'isModifiedAtWritten']) expect(outcome).not.toHaveProperty(field);
    }
  });

  it('in HTML are pages; parts of pages and templates stay the code they are', async () => {
    const template = PAGE.replace('Tides', '{{ title }}');
    await using tree = await makeTree({ 'page.html': PAGE, 'part.html': '<app-tide></app-tide>', 'template.html': template });
    expect(await reader.read(tree.path, 'page.html')).toMatchObject({ text: '# Tides\n\nThe moon pulls the sea.', lang: 'markdown' });
    expect(await reader.read(tree.path, 'part.html')).toMatchObject({ text: '<app-tide></app-tide>', lang: 'html' });
    expect(await reader.read(tree.path, 'template.html')).toMatchObject({ text: template, lang: 'html' });
  });

  it('in HTML may begin with any number of comments', async () => {
    const comments = '<!---->'.repeat(500);
    await using tree = await makeTree({ 'page.html': `${comments}${PAGE}`, 'part.html': `${comments}<p>The moon.</p>` });
    expect(await reader.read(tree.path, 'page.html')).toMatchObject({ lang: 'markdown' });
    expect(await reader.read(tree.path, 'part.html')).toMatchObject({ text: `${comments}<p>The moon.</p>`, lang: 'html' });
  });

  it('that hold no text are left out, each with its reason, and the rest goes on', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
    await using tree = await makeTree({
      'cut.pdf': '%PDF-1.4\nnothing more',
      'locked.docx': old,
      'new\nline 🙂.docx': 'PK\u0003\u0004 cut off',
      'a.md': 'Text.',
    });
    const reasons = async (path: string) => reader.read(tree.path, path);
    expect(await reasons('cut.pdf')).toEqual({ read: false, reason: 'damaged' });
    expect(await reasons('locked.docx')).toEqual({ read: false, reason: 'encrypted' });
    expect(await reasons('new\nline 🙂.docx')).toEqual({ read: false, reason: 'damaged' });
    expect(await reasons('a.md')).toMatchObject({ read: true, text: 'Text.' });
  });

  it('have a limit of their own', async () => {
    await using tree = await makeTree({ 'a.txt': 'x'.repeat(5000), 'a.docx': 'x'.repeat(5000), 'b.docx': 'x'.repeat(9000) });
    expect(await scanAll(tree.path, reader)).toEqual({ found: ['a.docx'], skipped: { 'a.txt': 'too-large', 'b.docx': 'too-large' } });
  });

  it('in other encodings are read as what they are most likely written in; programs keep their language', async () => {
    const japanese = Buffer.from('8c9f8df582cd88ea82c282cc8ebf96e282c9939a82a682e981428d6082cc939491e482cd96e982c98cf582e981420a', 'hex');
    const wide = Buffer.from('// größer\nconst sea = 1;\n', 'utf16le');
    await using tree = await makeTree({ 'ja.txt': japanese, 'wide.ts': wide, noise: Buffer.from([0, 1, 2, 3, 0, 1, 2, 3]) });
    expect(await reader.read(tree.path, 'ja.txt')).toMatchObject({ text: '検索は一つの質問に答える。港の灯台は夜に光る。\n' });
    expect(await reader.read(tree.path, 'wide.ts')).toMatchObject({
      text: '// größer\nconst sea = 1;\n',
      lang: 'typescript',
      type: 'code',
    });
    expect(await reader.read(tree.path, 'noise')).toEqual({ read: false, reason: 'binary' });
  });

  it('with a stray NUL are no text of two bytes a character; what is, in whatever script, is read', async () => {
    const texts = { 'en.txt': 'High water at noon.\n', 'ru.txt': 'Прилив в полдень.\n', 'zh.txt': '月亮拉动海水 12。\n' };
    const wide = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text, 'utf16le')] as const);
    await using tree = await makeTree({ ...Object.fromEntries(wide), 'stray.txt': 'High water\0 at noon, low water at six.' });
    for (const [name, text] of Object.entries(texts)) expect(await reader.read(tree.path, name)).toMatchObject({ read: true, text });
    expect(await reader.read(tree.path, 'stray.txt')).toEqual({ read: false, reason: 'binary' });
  });
});
