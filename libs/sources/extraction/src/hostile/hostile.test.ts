import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ExtractionOutcome } from '@tributary/sources-port';
import { DEFAULT_BUDGETS, type DocumentBudgets } from '../budgets/budgets.js';
import { extractDocument } from '../formats/extract-document.js';
import { docx, openDocument, pptx, slide, wordDocument, zip } from './zip.fixture.js';
import { pdf } from './pdf.fixture.js';

const MIB = 1024 * 1024;
const PARAGRAPH = '<w:p><w:r><w:t>The pilot comes aboard.</w:t></w:r></w:p>';

const outcomeOf = (bytes: Uint8Array | string, name: string, budgets: Partial<DocumentBudgets> = {}): Promise<ExtractionOutcome> =>
  extractDocument({ bytes: Buffer.from(bytes), name }, { ...DEFAULT_BUDGETS, ...budgets });
const reasonOf = async (bytes: Uint8Array | string, name: string, budgets: Partial<DocumentBudgets> = {}) => {
  const outcome = await outcomeOf(bytes, name, budgets);
  return outcome.extracted ? `text: ${outcome.text.slice(0, 200)}` : outcome.reason;
};

describe('archives', () => {
  it('that unpack to far more than they take are refused by what their directory says', async () => {
    const bomb = docx(wordDocument(PARAGRAPH + ' '.repeat(5 * MIB)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reasonOf(bomb, 'bomb.docx')).toBe('too-large');
    expect(await reasonOf(docx(wordDocument(PARAGRAPH)), 'fine.docx', { maxUnpackedBytes: 100 })).toBe('too-large');
  });

  it('that say less than they unpack to are refused while they are unpacked', async () => {
    const parts = [{ name: 'content.xml', content: `<a>${' '.repeat(5 * MIB)}</a>`, claimedSize: 1000 }];
    const mimetype = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' };
    expect(await reasonOf(zip([mimetype, ...parts]), 'liar.odt')).toBe('damaged');
    const word = { name: '[Content_Types].xml', content: '<Types/>' };
    expect(await reasonOf(zip([word, { name: 'word/document.xml', content: ' '.repeat(5 * MIB), claimedSize: 9 }]), 'liar.docx')).toBe(
      'damaged',
    );
  });

  it('with too many parts are refused', async () => {
    const parts = Array.from({ length: 200 }, (_, n) => ({ name: `word/${n.toString()}.xml`, content: '' }));
    expect(await reasonOf(zip(parts), 'many.docx', { maxEntries: 100 })).toBe('too-large');
  });

  it('in archives are never unpacked', async () => {
    expect(await reasonOf(zip([{ name: 'inner.zip', content: docx(wordDocument(PARAGRAPH)) }]), 'outer.docx')).toBe('unsupported');
  });

  it('with a password are reported as encrypted', async () => {
    expect(await reasonOf(zip([{ name: 'word/document.xml', content: 'x', isEncrypted: true }]), 'x.docx')).toBe('encrypted');
    const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>';
    expect(await reasonOf(openDocument('noise', manifest), 'x.odt')).toBe('encrypted');
    const container = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(await reasonOf(container, 'x.docx')).toBe('encrypted');
    expect(await reasonOf(container.subarray(0, 400), 'x.doc')).toBe('unsupported');
  });

  it('cut off anywhere, or with broken bytes, are damaged and nothing worse', async () => {
    const whole = docx(wordDocument(PARAGRAPH));
    expect(await reasonOf(whole, 'x.docx')).toBe('text: The pilot comes aboard.');
    for (let at = 4; at < whole.length - 1; at += 83) expect(await reasonOf(whole.subarray(0, at), 'x.docx')).toBe('damaged');
    for (let at = 30; at < whole.length; at += 61) {
      const broken = Buffer.from(whole);
      broken.fill(0xff, at, Math.min(at + 8, broken.length));
      expect(await reasonOf(broken, 'x.docx')).toMatch(/damaged|unsupported|encrypted|too-large|no-text|text: The pilot/);
    }
  });
});

describe('XML', () => {
  const LAUGHS = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const BILLION = `<!DOCTYPE x [<!ENTITY l0 "ha">${LAUGHS}]>`;
  const OUTSIDE = '<!DOCTYPE x [<!ENTITY out SYSTEM "file:///etc/passwd"><!ENTITY net SYSTEM "http://127.0.0.1:9/x">]>';

  it.each([
    ['docx', (entity: string, prologue: string) => docx(wordDocument(`${PARAGRAPH}<w:p><w:r><w:t>${entity}</w:t></w:r></w:p>`, prologue))],
    ['pptx', (entity: string, prologue: string) => pptx(slide(`<a:p><a:r><a:t>${entity} </a:t></a:r></a:p>`, prologue))],
    ['odt', (entity: string, prologue: string) => openDocument(`${prologue}<x><body><text><p>${entity} </p></text></body></x>`)],
  ])('of %s expands no entities and fetches nothing', async (format, make) => {
    for (const bytes of [make('&l12;', BILLION), make('&out;&net;', OUTSIDE)]) {
      const outcome = await outcomeOf(bytes, `x.${format}`);
      const text = outcome.extracted ? outcome.text : '';
      expect(text.length).toBeLessThan(500);
      expect(text).not.toMatch(/root:|haha/);
    }
  });

  it('and HTML nested 10,000 levels deep are refused as too deep', async () => {
    const deep = (open: string, close: string, text: string) => open.repeat(10_000) + text + close.repeat(10_000);
    expect(await reasonOf(`<!doctype html><body>${deep('<div>', '</div>', 'x')}`, 'x.html')).toBe('too-deep');
    expect(await reasonOf(openDocument(`<x><body><text>${deep('<s>', '</s>', 'x')}</text></body></x>`), 'x.odt')).toBe('too-deep');
    expect(await reasonOf(pptx(slide(deep('<a:p>', '</a:p>', 'x'))), 'x.pptx')).toBe('too-deep');
    expect(await reasonOf(docx(wordDocument(deep('<w:sdt>', '</w:sdt>', PARAGRAPH))), 'x.docx')).toMatch(
      /too-deep|no-text|damaged|text: The pilot/,
    );
    expect(await reasonOf(`{"cells": ${deep('[', ']', '')}}`, 'x.ipynb')).toBe('damaged');
  });
});

describe('PDF', () => {
  it('without text is reported as scanned, with its pages', async () => {
    expect(await outcomeOf(pdf(['', '']), 'scan.pdf')).toEqual({
      extracted: false,
      reason: 'no-text',
      detail: 'None of its 2 pages has text: it was scanned. Run text recognition (OCR) over it first.',
    });
    expect(await outcomeOf(pdf(['A lamp burns.', '']), 'half.pdf')).toMatchObject({
      extracted: true,
      sections: [{ label: 'Page 1', line: 1 }],
      notes: ['1 of 2 pages have no text: pictures, or empty.'],
    });
  });

  it('cut off anywhere gives what can be read, or is damaged', async () => {
    const whole = pdf(['A lamp burns.', 'It goes out.']);
    expect(await reasonOf(whole, 'x.pdf')).toBe('text: ## Page 1\n\nA lamp burns.\n\n## Page 2\n\nIt goes out.');
    for (let at = 10; at < whole.length - 8; at += 131) {
      expect(await reasonOf(whole.subarray(0, at), 'x.pdf')).toMatch(/^(?:damaged|no-text|text: ## Page)/);
    }
  });

  it('whose streams unpack to noise are damaged or empty', async () => {
    const noise = deflateSync(Buffer.alloc(MIB / 4, 'q\nBT (x) Tj ET Q '));
    expect(await reasonOf(pdf(['x'], noise), 'noise.pdf')).toMatch(/damaged|no-text|text/);
  });
});

describe('a wrong name', () => {
  it('does not hide what a file is', async () => {
    expect(await outcomeOf(pdf(['A lamp burns.']), 'x.docx')).toMatchObject({ extracted: true, format: 'pdf' });
    expect(await outcomeOf(docx(wordDocument(PARAGRAPH)), 'x.pdf')).toMatchObject({ extracted: true, format: 'docx' });
    expect(await outcomeOf('<!DOCTYPE html><html><body><p>A lamp burns.</p></body></html>', 'x.pdf')).toMatchObject({ format: 'html' });
    expect(await outcomeOf('A lamp burns.', 'x.docx')).toMatchObject({ extracted: true, format: 'text', text: 'A lamp burns.' });
    expect(await reasonOf(Buffer.from([1, 0, 2, 0, 200, 0, 0, 0]), 'x.docx')).toBe('damaged');
  });

  it('does not make RTF a text', async () => {
    for (const name of ['x.rtf', 'x.txt', 'x.html', 'x'])
      expect(await reasonOf("{\\rtf1\\ansi Die \\'dcberpr\\'fcfung.}", name)).toBe('unsupported');
  });

  it('with line breaks and pictures in it is a name like others', async () => {
    expect(await outcomeOf(docx(wordDocument(PARAGRAPH)), 'a\nb/🙂\t\r.DOCX')).toMatchObject({ extracted: true, format: 'docx' });
  });
});

describe('text', () => {
  it('in invalid UTF-8 is read, the damage counted', async () => {
    const bytes = Buffer.concat([Buffer.from('größe '.repeat(20)), Buffer.from([0xc3]), Buffer.from(' Ende')]);
    expect(await outcomeOf(bytes, 'x.srtx')).toMatchObject({
      extracted: true,
      format: 'text',
      notes: ['1 character is not valid utf-8 and was replaced.'],
    });
  });

  it('on one line of a megabyte is read like any other, in a page and alone', async () => {
    const line = 'word '.repeat(MIB / 4);
    const page = await outcomeOf(`<!doctype html><html><body><p>${line}</p></body></html>`, 'x.html');
    expect(page.extracted && page.text.length).toBe(line.length - 1);
    expect(await outcomeOf(line, 'x.log')).toMatchObject({ format: 'text', text: line });
  });
});
