import { temporaryFolder } from '@tributary/testing';
import type { Extraction } from '@tributary/sources-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractDocument } from '../formats/extract-document.js';
import { OfficePrograms, missingProgram } from './office-programs.fixture.js';
import { makeSamples } from './samples.fixture.js';

const missing = missingProgram();

describe('documents that other programs made', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let programs: OfficePrograms;
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });
  beforeAll(async () => {
    folder = await temporaryFolder();
    programs = new OfficePrograms(folder.path);
    if (missing === undefined) await makeSamples(programs);
  }, 120_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  const outcomeOf = async (path: string) => extractDocument({ bytes: await programs.read(path), name: path }, DEFAULT_BUDGETS);
  const extracted = async (path: string): Promise<Extraction> => {
    const outcome = await outcomeOf(path);
    if (!outcome.extracted) throw new Error(`${path}: ${outcome.reason}: ${outcome.detail}`);
    return outcome;
  };

  const TABLE = '| Port | Depth | Open |\n| --- | --- | --- |\n| Kiel | 12 m | yes |\n| Emden | 7 m | no |';

  it.each(['guide.docx', 'guide.epub', 'guide.html', 'guide.odt'])(
    '%s gives headings, a table, a list, a footnote, title and author',
    async (name) => {
      const { text, title, authors, metadata, format } = await extracted(name);
      expect([title, authors?.[0] ?? metadata['author']]).toEqual(['Harbour guide', 'Ada Keeper']);
      expect(text).toMatch(/^##? Tides\n\nThe moon pulls the sea around the world\.$/m);
      expect(text).toMatch(/^##+ High water$/m);
      expect(text).toContain(TABLE);
      expect(text).toContain('- first item\n- second item');
      expect(text).toContain('The footnote says more.');
      if (format !== 'odt') expect(text).toMatch(/```[a-z]*\ndef depth\(port\):\n {4}return PORTS\[port\]\n```/);
    },
  );

  it('links are listed beside the text, which has their words alone', async () => {
    const { text, links } = await extracted('guide.docx');
    expect(text).toContain('See the chart.');
    expect(links).toEqual([{ url: 'https://sea.example/chart', text: 'the chart' }]);
  });

  it('an e-book gives its chapters', async () => {
    const { sections, text } = await extracted('guide.epub');
    expect(sections.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['chapter Harbour guide', 'chapter Tides', 'chapter Lights']);
    const lights = sections.find(({ label }) => label === 'Lights');
    expect(text.split('\n')[(lights?.line ?? 0) - 1]).toBe('# Lights');
  });

  it.each(['guide.pptx', 'guide.odp'])('%s gives its slides in order with titles, tables and notes', async (name) => {
    const { sections, text, title } = await extracted(name);
    expect(title).toBe('Harbour guide');
    expect(sections.slice(0, 2)).toMatchObject([
      { kind: 'slide', number: 1, label: 'Slide 1', line: 1 },
      { kind: 'slide', number: 2, label: 'Slide 2' },
    ]);
    expect(text.startsWith('## Slide 1: Harbour guide\n\nAda Keeper')).toBe(true);
    expect(text).toContain('## Slide 2: Tides\n\nThe moon pulls the sea');
    expect(text).toContain(TABLE);
    expect(text).toContain('Notes: Say hello to the pilot.');
  });

  it.each(['sheet.xlsx', 'sheet.ods'])('%s gives each sheet as a table with its dates', async (name) => {
    const { sections, text } = await extracted(name);
    expect(sections).toEqual([{ kind: 'sheet', number: 1, label: 'sheet', line: 1 }]);
    expect(text).toBe(
      '## sheet\n\n| Port | Depth | Built |\n| --- | --- | --- |\n| Kiel | 12.5 | 1895-06-21 |\n| Emden \\| Ems | 7 | 1901-01-02 |',
    );
  });

  it('a PDF gives its pages, and each tells its number', async () => {
    const { sections, text, metadata, title } = await extracted('pages.pdf');
    expect([title, metadata['pages']]).toEqual(['Log book', 3]);
    expect(sections.map(({ label }) => label)).toEqual(['Page 1', 'Page 2', 'Page 3']);
    const lines = text.split('\n');
    expect(sections.map(({ line }) => lines[line - 1])).toEqual(['## Page 1', '## Page 2', '## Page 3']);
    expect(lines[(sections[1]?.line ?? 0) + 1]).toContain('Second page tells of the foghorn.');
  });

  it('a PDF with a password is reported as encrypted', async () => {
    expect(await outcomeOf('encrypted/guide.pdf')).toMatchObject({ extracted: false, reason: 'encrypted' });
  });

  it('a notebook gives its cells', async () => {
    const { text, format } = await extracted('guide.ipynb');
    expect(format).toBe('ipynb');
    expect(text).toContain('# Tides\n\nThe moon pulls the sea');
  });

  it('a mail gives who, when, what, and the names of what is attached', async () => {
    const { text, title, authors, createdAt, modifiedAt, metadata } = await extracted('mail.eml');
    expect(title).toBe('Feuer über dem Hafen – heute');
    expect(authors).toEqual(['Jörg Lotse <lotse@sea.example>']);
    expect([createdAt, modifiedAt]).toEqual(['2026-01-31T11:00:00.000Z', '2026-01-31T11:00:00.000Z']);
    expect(metadata['attachments']).toEqual(['Karte größer.pdf (application/pdf, 3 KB)']);
    expect(text).toContain('The green light is out.\n\nFrom the tower.\n\nAttachments: Karte größer.pdf');
  });

  it('a mailbox gives each of its mails', async () => {
    const { sections, text } = await extracted('box.mbox');
    expect(sections.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['message Feuer über dem Hafen – heute', 'message News']);
    expect(text).toContain('\nFrom the tower.');
    expect(text).toContain('## Ports\n\n- Kiel');
  });

  it.each([
    ['shift_jis', '港の灯台は夜に光る'],
    ['euc_jp', '港の灯台は夜に光る'],
    ['gb18030', '港口的灯塔在夜里发光'],
    ['big5', '港口的燈塔在夜裡發光'],
    ['euc_kr', '항구의 등대는 밤에 빛난다'],
    ['cp1251', 'Маяк в гавани светит ночью'],
    ['koi8_r', 'Маяк в гавани светит ночью'],
    ['latin_1', 'größer, als er früher war'],
    ['cp1252', '5 € – „größer“ als früher…'],
    ['utf_16_le', 'größer. 港の灯台は夜に光る。'],
    ['utf_16_be', 'größer. 港の灯台は夜に光る。'],
    ['utf_16', 'größer. 港の灯台は夜に光る。'],
  ])('a text in %s is read, and the encoding noted', async (encoding, words) => {
    const { text, format, notes } = await extracted(`${encoding}.txt`);
    expect(text).toContain(words);
    expect(format).toBe('text');
    expect(notes).toEqual([expect.stringContaining('Read as ')]);
  });
});
