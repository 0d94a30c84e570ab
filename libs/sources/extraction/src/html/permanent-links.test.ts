import { expect, it } from 'vitest';
import { parseHtml } from '../dom/dom.js';
import { toMarkdown } from './markdown-writer.js';

const markdownOf = (html: string) => {
  const { body } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  return body === null ? '' : toMarkdown(body);
};

it.each([
  ['Sphinx', '<h2>Installing<a class="headerlink" href="#installing" title="Link to this heading">¶</a></h2>'],
  ['Sphinx with an icon font', '<h2>Installing<a class="headerlink" href="#installing">\uf0c1</a></h2>'],
  ['rustdoc', '<h2><a class="doc-anchor" href="#installing">§</a>Installing</h2>'],
  ['GitHub and others', '<h2><a href="guide.html#installing">#</a> Installing</h2>'],
  ['Docusaurus', '<h2>Installing<a class="hash-link" href="#installing">\u200b</a></h2>'],
  ['MkDocs', '<h2>Installing<a href="#installing">⚓︎</a></h2>'],
])('a heading is its words without the sign of its permanent link, as %s writes it', (_, html) => {
  expect(markdownOf(html)).toBe('## Installing');
});

it('the signature of a function ends without the sign, too, in a list of definitions and in a table', () => {
  const link = '<a class="headerlink" href="#open">¶</a>';
  expect(markdownOf(`<dl><dt>open(path)${link}</dt><dd>Opens a file.</dd></dl>`)).toBe('open(path)\n\nOpens a file.');
  expect(markdownOf(`<table><tr><th>Name</th></tr><tr><td>open${link}</td></tr></table>`)).not.toContain('¶');
});

it('a sign that is a word of the text stays', () => {
  expect(
    markdownOf('<p>See <a href="https://example.org/law">§</a> 12 and <a href="#law">§ 13</a>; <a href="#c">C#</a> has a # in it.</p>'),
  ).toBe('See § 12 and § 13; C# has a # in it.');
});
