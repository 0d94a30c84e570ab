import { DocumentExtractor } from '@tributary/sources-extraction';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTree, scanAll } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

const extractor = new DocumentExtractor();
const reader = new FolderReader({ documents: { extractor, maxBytes: 1_000_000 } });
afterAll(() => extractor.close());

const page = (body: string, head = '') => `<!doctype html><html><head><title>Tides</title>${head}</head><body>${body}</body></html>`;
const WORDS = '<p>The moon pulls the sea.</p>';
const TEXT = '# Tides\n\nThe moon pulls the sea.';
const LONG_SCRIPT = `<script>${'var tide=1;'.repeat(20_000)}</script>`;

describe('pages in a folder', () => {
  it('that are refused are left out, each with its reason, and not read as their tags', async () => {
    await using tree = await makeTree({
      'app.html': page(`<div id="root"></div>`, '<script src="app.js"></script>'),
      'plot.html': page(`<div id="plot"></div>${LONG_SCRIPT}`),
      'deep.html': page(`${'<div>'.repeat(400)}Deep.`),
    });
    expect(await reader.read(tree.path, 'app.html')).toEqual({ read: false, reason: 'no-text' });
    expect(await reader.read(tree.path, 'plot.html')).toEqual({ read: false, reason: 'no-text' });
    expect(await reader.read(tree.path, 'deep.html')).toEqual({ read: false, reason: 'too-deep' });
  });

  it('or parts of them that are packed programs for the most part are generated; a long line of a page is text', async () => {
    const line = 'tide '.repeat(40_000).trim();
    await using tree = await makeTree({ 'part.html': `<div id="plot"></div>${LONG_SCRIPT}`, 'line.html': page(`<p>${line}</p>`) });
    expect(await reader.read(tree.path, 'part.html')).toEqual({ read: false, reason: 'generated' });
    expect(await reader.read(tree.path, 'line.html')).toMatchObject({ text: `# Tides\n\n${line}` });
  });

  it.each([
    ['a script', page(WORDS, '<script>var x={a:{{}}}</script>')],
    ['a script without end in what is looked at', page(WORDS, `<script>var x={a:{{}}};${' '.repeat(5000)}</script>`)],
    ['a style', page(WORDS, '<style>@media print{a{{}}}</style>')],
    ['a comment', page(WORDS, '<!-- {{ not filled in }} -->')],
  ])('are no templates for what stands in %s', async (_, html) => {
    await using tree = await makeTree({ 'page.html': html });
    expect(await reader.read(tree.path, 'page.html')).toMatchObject({ text: TEXT, lang: 'markdown' });
  });

  it('about templates show them as code', async () => {
    await using tree = await makeTree({ 'vue.html': page(`<p>Write <code>{{ tide }}</code>:</p><pre>{% if tide %}</pre>`) });
    expect(await reader.read(tree.path, 'vue.html')).toMatchObject({ text: '# Tides\n\nWrite `{{ tide }}`:\n\n```\n{% if tide %}\n```' });
  });

  it.each([
    ['a title', page(WORDS).replace('Tides', '{{ title }}')],
    ['the address of a script', page(WORDS, '<script src="{{ url }}"></script>')],
    ['the class of code', page('<pre class="<%= lang %>">a</pre>')],
    ['words behind a script', page('{% block words %}', '<script>var a;</script>')],
  ])('are templates where %s is filled in', async (_, html) => {
    await using tree = await makeTree({ 'page.html': html });
    expect(await reader.read(tree.path, 'page.html')).toMatchObject({ text: html, lang: 'html' });
  });
});

describe('drawings in a folder', () => {
  const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg"><path d="M140 118"/>${content}</svg>`;

  it('are their words; pictures without words are left out', async () => {
    await using tree = await makeTree({ 'parts.svg': drawing('<text>Message queue</text>'), 'plot.svg': drawing('<text>412</text>') });
    expect(await reader.read(tree.path, 'parts.svg')).toMatchObject({ type: 'doc', text: 'Message queue', metadata: { format: 'svg' } });
    expect(await reader.read(tree.path, 'plot.svg')).toEqual({ read: false, reason: 'no-text' });
  });

  it('are pictures where nobody reads documents', async () => {
    await using tree = await makeTree({ 'parts.svg': drawing('<text>Message queue</text>') });
    expect((await scanAll(tree.path)).skipped).toEqual({ 'parts.svg': 'binary' });
  });
});
