import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { parseHtml } from '../dom/dom.js';
import { extractHtml } from './extract-html.js';
import { toMarkdown } from './markdown-writer.js';

const markdownOf = (html: string) => {
  const { body } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  return body === null ? '' : toMarkdown(body);
};
const numbered = (numbers: string, code: string) =>
  `<table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv">${numbers}</div></td><td class="code"><div>${code}</div></td></tr></tbody></table>`;
const PYGMENTS = numbered(
  '<pre><span class="normal">1</span>\n<span class="normal">2</span></pre>',
  '<pre><span></span><code><span class="k">def</span> f():\n    <span class="k">return</span> 1\n</code></pre>',
);
const FENCE = '```\ndef f():\n    return 1\n```';

it.each([
  ['<my-card>One</my-card><my-card>Two</my-card>', 'One Two'],
  ['<my-card><b>One</b></my-card><!-- next --><my-card><i>Two</i></my-card>', 'One Two'],
  ['<my-title>One</my-title><span>Two</span><my-more>Three</my-more>', 'One Two Three'],
  ['<my-card><p>One</p></my-card><my-card>Two</my-card>', 'One\n\nTwo'],
  ['Two <my-term>loaves</my-term>, <my-term>salt</my-term><my-note>.</my-note>', 'Two loaves, salt.'],
])('elements of the page’s own keep their words apart: %s', (html, text) => {
  expect(markdownOf(`<div>${html}</div>`)).toBe(text);
});

it.each([
  ['two <my-term>loaf</my-term>s', 'two loafs'],
  ['un<my-mark>believ</my-mark>able', 'unbelievable'],
  ['<b>un</b>believ<my-mark>able</my-mark>', 'unbelievable'],
  ['<my-a>be</my-a><my-icon></my-icon>lieve', 'believe'],
  ['<b>bo</b><i>ld</i>', 'bold'],
])('no word is torn apart: %s', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

const ROUGE = `<pre class="language-python"><code>${PYGMENTS.replace('class="highlighttable"', 'class="rouge-table"')}</code></pre>`;
const HEXO = `<figure class="highlight">${numbered(
  '<pre><span class="line">1</span><br><span class="line">2</span></pre>',
  '<pre><span>def f():</span><br><span>    return 1</span></pre>',
)}</figure>`;

it.each([
  ['Pygments', `<p>See:</p>${PYGMENTS}`, `See:\n\n${FENCE}`],
  ['a named file', PYGMENTS.replace('<tbody>', '<tbody><tr><th colspan="2"><span>f.py</span></th></tr>'), `f.py\n\n${FENCE}`],
  ['Rouge', ROUGE, FENCE.replace('```', '```python')],
  ['Hexo', HEXO, FENCE],
])('code with line numbers in a table is the code alone: %s', (_, html, text) => {
  expect(markdownOf(html)).toBe(text);
});

it('other tables with preformatted cells stay tables', () => {
  expect(markdownOf(numbered('<pre>Name</pre>', '<pre>f()</pre>'))).toMatch(/^\|/);
  expect(markdownOf(numbered('7', '<pre>f()</pre>'))).toMatch(/^\|/);
  const row = '<tr><td><pre>1</pre></td><td><pre>a</pre></td></tr>';
  expect(markdownOf(`<table>${row}${row}</table>`)).toMatch(/^\|/);
});

it.each([
  ['Pygments', `<div class="highlight">${PYGMENTS}</div>`],
  ['Rouge', ROUGE],
  ['Hexo', HEXO],
])('code with line numbers is in the main text of a long page, too: %s', (_, code) => {
  const prose = `<p>${'This guide tells how the program is installed, and what it needs, step by step. '.repeat(8)}</p>`;
  const html = `<html><body><nav><a href="/">Home</a></nav><article><h1>Guide</h1>${prose}${code}${prose}</article></body></html>`;
  const { text } = extractHtml({ name: 'guide.html', bytes: new TextEncoder().encode(html) }, DEFAULT_BUDGETS);
  expect(text).toMatch(/\n```(?:python)?\ndef f\(\):\n {4}return 1\n```\n/);
  expect(text).not.toContain('| ');
});
