import { describe, expect, it } from 'vitest';
import { expectExact } from '../testing/expect-exact.fixture.js';
import { CHUNKER, chunkDocument } from './chunk-document.js';

const SENTENCE = 'A worker keeps a lease on its source while it plans what to do. ';

describe('chunkDocument', () => {
  it('names its rules for the cards of collections', () => {
    expect(CHUNKER).toBe('syntax@4');
  });

  it('keeps a short text in one piece', () => {
    expect(chunkDocument({ text: 'Remember the milk.\n', type: 'memory' })).toEqual({
      title: 'Remember the milk.',
      chunks: [{ n: 0, content: 'Remember the milk.', heading: '', chunk_type: 'section', range: { start: [1, 1], end: [1, 18] } }],
    });
  });

  it('cuts long paragraphs at sentences into parts near 480 characters', () => {
    const { chunks } = chunkDocument({ text: SENTENCE.repeat(100), type: 'doc', path: 'long.txt' });
    const lengths = chunks.map(({ content }) => content.length);
    expect(Math.min(...lengths)).toBeGreaterThan(350);
    expect(Math.max(...lengths)).toBeLessThan(600);
    for (const { content } of chunks) expect(content).toMatch(/^A worker.*do\.$/s);
  });

  it('joins short paragraphs up to 480 characters and never cuts one of them', () => {
    const paragraphs = Array.from({ length: 40 }, (_, i) => `Paragraph ${i.toString()}. ${SENTENCE}`.trim());
    const { chunks } = chunkDocument({ text: paragraphs.join('\n\n'), type: 'doc', path: 'x.txt' });
    expect(chunks.flatMap(({ content }) => content.split('\n\n'))).toEqual(paragraphs);
    expect(Math.max(...chunks.map(({ content }) => content.length))).toBeLessThanOrEqual(480);
    expect(chunks.length).toBeLessThan(10);
  });

  it('lets a short beginning or end of a section join its neighbour, somewhat over the target', () => {
    const section = (first: string, second: string) =>
      chunkDocument({ text: `## A\n\n${first}\n\n${second}\n\n## B\n\nx`, type: 'doc', path: 'x.md' });
    const long = SENTENCE.repeat(7).trim();
    expect(section(long, SENTENCE.trim()).chunks).toHaveLength(2);
    expect(section(SENTENCE.trim(), long).chunks).toHaveLength(2);
    expect(section(long, SENTENCE.repeat(3).trim()).chunks).toHaveLength(3);
  });

  it('aims at 330 characters in code', () => {
    const text = Array.from({ length: 100 }, (_, i) => `total += ${i.toString()};`).join('\n');
    const { chunks } = chunkDocument({ text, type: 'code', path: 'x.js' });
    for (const { content } of chunks) expect(content.length).toBeLessThan(480);
    expect(text.length / chunks.length).toBeGreaterThan(250);
  });

  it('puts 1,500 characters into a chunk at most, also where nothing invites a cut', () => {
    const text = '🙂'.repeat(5000);
    const result = chunkDocument({ text, type: 'doc', path: 'x.md' });
    expectExact(text, result);
    for (const { content } of result.chunks) expect(content).toMatch(/^(?:🙂)+$/u);
  });

  it('cuts Chinese and Japanese at their full stops', () => {
    const { chunks } = chunkDocument({ text: '検索は一つの質問に答える。'.repeat(100), type: 'doc', path: 'x.txt' });
    expect(chunks.length).toBeGreaterThan(1);
    for (const { content } of chunks) expect(content.endsWith('。')).toBe(true);
  });

  it('counts lines and columns from 1 in UTF-16 units, the end inclusive, with CRLF as with LF', () => {
    const text = '# 🙂 Ttl\r\n\r\n\tindented\r\n\r\nlast\r\n';
    const [chunk] = chunkDocument({ text, type: 'doc', lang: 'markdown' }).chunks;
    expect(chunk?.range).toEqual({ start: [1, 1], end: [5, 4] });
    expect(chunk?.content).toBe('# 🙂 Ttl\r\n\r\n\tindented\r\n\r\nlast');
    expect(chunkDocument({ text: 'a 🙂', type: 'doc' }).chunks[0]?.range.end).toEqual([1, 4]);
  });

  it('leaves the byte order mark out of the first chunk', () => {
    const { title, chunks } = chunkDocument({ text: '\ufeff# Guide\ntext', type: 'doc', path: 'x.md' });
    expect(title).toBe('Guide');
    expect(chunks[0]).toMatchObject({ content: '# Guide\ntext', range: { start: [1, 2] } });
  });

  it('gives equal chunks for equal texts, and unchanged chunks before a change', () => {
    const before = Array.from({ length: 60 }, (_, i) => `## Part ${i.toString()}\n\n${SENTENCE.repeat(3)}`).join('\n\n');
    const first = chunkDocument({ text: before, type: 'doc', path: 'x.md' }).chunks;
    const second = chunkDocument({
      text: before.replace('## Part 30\n\nA worker', '## Part 30\n\nAnother worker'),
      type: 'doc',
      path: 'x.md',
    }).chunks;
    expect(chunkDocument({ text: before, type: 'doc', path: 'x.md' }).chunks).toEqual(first);
    expect(second.filter(({ content }, i) => content !== first[i]?.content)).toHaveLength(1);
  });
});

describe('a language that is none of files', () => {
  it.each(['doc', 'note', 'code'] as const)('is kept, and %s is taken apart as its path says', (type) => {
    const { title, lang, chunks } = chunkDocument({ text: '# Umzug\n\n## Kosten\n\nDer Wagen.', type, path: 'umzug.md', lang: 'de' });
    expect([title, lang, chunks.at(-1)?.heading]).toEqual(['Umzug', 'de', 'umzug.md › Umzug › Kosten']);
  });

  it('says no more than its type without a path that tells one', () => {
    const text = '# Umzug\n\nDer Wagen.';
    expect(chunkDocument({ text, type: 'doc', lang: 'de' }).title).toBe('Umzug');
    expect(chunkDocument({ text, type: 'doc', lang: 'de', path: 'a.unknown' }).title).toBe('a.unknown');
    expect(chunkDocument({ text, type: 'code', lang: 'de' }).lang).toBe('de');
  });

  it('gives way to no path where it is one of files', () => {
    expect(chunkDocument({ text: '# A', type: 'doc', lang: 'markdown', path: 'a.html' }).title).toBe('A');
  });
});

describe('the title of a document', () => {
  const title = (text: string, options: { path?: string; title?: string } = {}) => chunkDocument({ text, type: 'doc', ...options }).title;

  it('is the given one, else that of the front matter, the first heading, the file name, the first line', () => {
    const text = '---\ntitle: "From the: head" # no comment\n---\n# From the heading\n\ntext';
    expect(title(text, { path: 'a/b.md', title: 'Given' })).toBe('Given');
    expect(title(text, { path: 'a/b.md' })).toBe('From the: head');
    expect(title('text\n\n# From the heading', { path: 'a/b.md' })).toBe('From the heading');
    expect(title('## Only a section', { path: 'a/b.md' })).toBe('b.md');
    expect(title('text', { path: 'libs/kernel/README.md' })).toBe('kernel/README.md');
    expect(title('First line of a note\nmore')).toBe('First line of a note');
    expect(title('---\ntags: [a]\n---\nFirst line of a note\nmore')).toBe('First line of a note');
    expect(title(SENTENCE.repeat(3))).toBe('A worker keeps a lease on its source while it plans what to do. A worker keeps a…');
  });

  it('is the path in code and data', () => {
    for (const path of ['src/a.ts', 'config/app.yaml']) {
      expect(chunkDocument({ text: 'x: 1', type: 'code', path })).toMatchObject({ title: path, chunks: [{ heading: path }] });
    }
  });
});

describe('the heading of a chunk', () => {
  it('is the title and the headings above, without a heading that repeats the title', () => {
    const text = `# Guide\n\n${SENTENCE.repeat(6)}\n\n## Install\n\n${SENTENCE.repeat(6)}\n\n### On **Linux**\n\n${SENTENCE.repeat(6)}\n\n## [Use](./use.md) it\n\n${SENTENCE.repeat(6)}`;
    const { chunks } = chunkDocument({ text, type: 'doc' });
    expect(chunks.map(({ heading }) => heading)).toEqual(['Guide', 'Guide › Install', 'Guide › Install › On Linux', 'Guide › Use it']);
  });

  it('is led by the path of the file, once where the title is what the file is called', () => {
    const heading = (path: string, text = `# Overview\n\n## On call\n\n${SENTENCE}`) =>
      chunkDocument({ text, type: 'doc', path }).chunks[0]?.heading;
    expect(heading('kafka/operations.md')).toBe('kafka/operations.md › Overview › On call');
    expect(heading('daily/2024-05-06.md', SENTENCE)).toBe('daily/2024-05-06.md');
    expect(heading('libs/kernel/README.md', `## Use\n\n${SENTENCE}`)).toBe('libs/kernel/README.md › Use');
    expect(heading(`${'deep/'.repeat(100)}file.md`, SENTENCE)).toMatch(/deep\/file\.md$/);
  });

  it('names the columns of a table that begins in an earlier passage', () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `| Ship ${i.toString()} | ${(i * 7).toString()} t | Harbour of the ${i.toString()}th pier |`,
    );
    const text = `# Fleet\n\n| **Name** | Load \\| draught | | Home |\n|---|---|---|---|\n${rows.join('\n')}\n\nMore about the fleet.\n`;
    const { chunks } = chunkDocument({ text, type: 'doc', path: 'fleet.md' });
    const [first, ...later] = chunks.map(({ heading }) => heading);
    expect(later.length).toBeGreaterThan(2);
    expect(first).toBe('fleet.md › Fleet');
    expect(new Set(later)).toEqual(new Set(['fleet.md › Fleet › Name | Load | draught | Home']));
    expectExact(text, { title: 'Fleet', chunks });
  });

  it('names the classes around a passage of code', () => {
    const method = (name: string) => `  ${name}() {\n${'    this.total += 1;\n'.repeat(12)}  }\n`;
    const text = `export class Counter {\n  total = 0;\n${method('add')}${method('reset')}}\n`;
    const { chunks } = chunkDocument({ text, type: 'code', path: 'src/counter.ts' });
    expect(chunks.map(({ heading, sym, chunk_type }) => [heading, chunk_type, sym])).toEqual([
      ['src/counter.ts', 'class', 'Counter'],
      ['src/counter.ts › Counter', 'function', 'add'],
      ['src/counter.ts › Counter', 'function', 'reset'],
    ]);
  });
});
