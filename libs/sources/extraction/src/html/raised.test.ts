import { expect, it } from 'vitest';
import { parseHtml } from '../dom/dom.js';
import { toMarkdown } from './markdown-writer.js';

const markdownOf = (html: string) => {
  const { body } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  return body === null ? '' : toMarkdown(body);
};

it.each([
  ['6.022 × 10<sup>23</sup> per mole', '6.022 × 10^23 per mole'],
  ['10<sup>−6</sup> m', '10^-6 m'],
  ['2<sup>n</sup>, 2<sup>n−1</sup>', '2^n, 2^n-1'],
  ['(a+b)<sup>2</sup>', '(a+b)^2'],
  ['5 m<sup>2</sup> at 3 s<sup>−1</sup>', '5 m² at 3 s⁻¹'],
  ['Fe<sup>3+</sup> and <b>x</b><sup>2</sup>', 'Fe³⁺ and x²'],
  ['1010<sub>2</sub> is 10<sub>10</sub>', '1010_2 is 10_10'],
])('a number that is raised changes no other number: %s', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

it.each([
  ['H<sub>2</sub>O and CO<sub>2</sub>', 'H2O and CO2'],
  ['the 4<sup>th</sup> time', 'the 4th time'],
  ['le 2<sup>e</sup> jour, M<sup>me</sup> Curie', 'le 2e jour, Mme Curie'],
  ['<sup>14</sup>C and (<sup>1</sup>H)', '14C and (1H)'],
  ['5<sup>h</sup> 30<sup>m</sup>', '5h 30m'],
  ['the 4<sup>th </sup>time', 'the 4th time'],
  ['in 10<sup> 2 </sup>boats', 'in 10 2 boats'],
])('what belongs to a word stays with it: %s', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

it.each([
  ['above ground<sup>1</sup> and below', 'above ground[1] and below'],
  ['It ended.<sup>12</sup> Then', 'It ended.[12] Then'],
  ['noted<sup>1,2</sup> and noted<sup>3–5</sup>', 'noted[1,2] and noted[3-5]'],
  ['noted<sup><a href="#n1">1</a></sup>', 'noted[1]'],
  ['in 1998<sup><a href="#n2">2</a></sup>', 'in 1998[2]'],
  ['noted<a href="#n1" class="footnote-ref"><sup>1</sup></a>.', 'noted[1].'],
  ['noted<a epub:type="noteref" href="notes.xhtml#n1">1</a>', 'noted[1]'],
  ['noted<a role="doc-noteref" href="#n1">iv</a>', 'noted[iv]'],
  ['noted<sup><a href="#n1">[1]</a></sup>', 'noted[1]'],
  ['noted<sup>[<i><a href="#c">citation needed</a></i>]</sup>', 'noted[citation needed]'],
  ['noted<sup><a href="#n1">*</a></sup>', 'noted*'],
])('the mark of a foot note stands apart from its word: %s', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});

it('headings, lists and tables are written alike', () => {
  expect(markdownOf('<h2>Area in m<sup>2</sup></h2><ul><li>10<sup>9</sup> years</li></ul>')).toBe('## Area in m²\n\n- 10^9 years');
  expect(markdownOf('<table><tr><th>m<sup>3</sup></th><th>noted<sup>1</sup></th></tr></table>')).toContain('| m³ | noted[1] |');
});

const REST = '<h2>Second part</h2><p>One.</p><pre>line 1\nline 2</pre><table><tr><td>a</td><td>b</td></tr></table>';

it.each([
  ['that was not ended', `<div>Area in m<sup>2<sup> of the site.${REST}</div>`, 'Area in m2 of the site.'],
  ['around small print', `<div><sub>Small print.${REST}</sub></div>`, 'Small print.'],
])('a mark %s changes no block', (_, html, first) => {
  expect(markdownOf(html)).toBe(`${first}\n\n${markdownOf(REST)}`);
});

it.each([
  ['<sup>one<br>two</sup>', 'one\ntwo'],
  ['<a><sup><p>1</p><p>2</p></sup></a>', '1\n\n2'],
  [`noted<a role="doc-noteref">${'word '.repeat(10)}</a>`, `noted${'word '.repeat(10).trim()}`],
])('what is no few words in a line is written as it stands: %s', (html, text) => {
  expect(markdownOf(`<div>${html}</div>`)).toBe(text);
});

it('a paragraph of a whole book is read at once', { timeout: 15_000 }, () => {
  const verses = Array.from({ length: 30_000 }, (_, n) => `<sup>${(n % 100).toString()}</sup>In the beginning was the tide. `);
  expect(markdownOf(`<p>${verses.join('')}</p>`)).toContain('tide. 1In the beginning was the tide. 2In');
});
