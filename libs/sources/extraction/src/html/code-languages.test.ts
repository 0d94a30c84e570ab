import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { parseHtml } from '../dom/dom.js';
import { extractHtml } from './extract-html.js';
import { toMarkdown } from './markdown-writer.js';

const markdownOf = (html: string) => {
  const { body } = parseHtml(`<!doctype html><html><body class="language-en">${html}</body></html>`);
  return body === null ? '' : toMarkdown(body);
};
const longPage = (code: string) => {
  const prose = `<p>${'This guide tells how the program is installed, and what it needs, step by step. '.repeat(8)}</p>`;
  const html = `<html><body><nav><a href="/">Home</a></nav><article><h1>Guide</h1>${prose}${code}${prose}</article></body></html>`;
  return extractHtml({ name: 'guide.html', bytes: new TextEncoder().encode(html) }, DEFAULT_BUDGETS).text;
};
const NUMBERED =
  '<table class="highlighttable"><tr><td class="linenos"><div><pre>1\n2</pre></div></td><td class="code"><div><pre>a = 1\nb = 2</pre></div></td></tr></table>';

const PAGES: readonly (readonly [string, string, string])[] = [
  ['highlight.js', '<pre><code class="hljs language-rust">let a = 1;</code></pre>', 'rust'],
  ['Sphinx', '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>a = 1</pre></div></div>', 'python'],
  ['Sphinx with numbers', `<div class="highlight-python notranslate"><div class="highlight">${NUMBERED}</div></div>`, 'python'],
  [
    'Jekyll',
    '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>a = 1</code></pre></div></div>',
    'ruby',
  ],
  ['GitHub', '<div class="highlight highlight-source-shell"><pre>ls</pre></div>', 'shell'],
];

it.each(PAGES)('code has its language: %s', (_, html, language) => {
  expect(markdownOf(html)).toMatch(new RegExp(`^\`\`\`${language}\\n`));
});

it.each(PAGES)('it has it in the main text of a long page, too: %s', (_, html, language) => {
  expect(longPage(html)).toMatch(new RegExp(`\\n\`\`\`${language}\\n`));
});

it.each([
  ['that nobody named', '<div class="highlight-default notranslate"><div class="highlight"><pre>a = 1</pre></div></div>'],
  ['of people', '<div class="lang-en"><pre>a = 1</pre></div><section class="language-de"><pre>b = 1</pre></section>'],
  ['of the page', '<pre>a = 1</pre>'],
])('a language %s is none of the code', (_, html) => {
  expect(markdownOf(html)).toMatch(/^```\n/);
  expect(markdownOf(html)).not.toMatch(/```[a-z]/);
});
