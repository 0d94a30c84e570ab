import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractDocument } from '../formats/extract-document.js';
import { openDocument } from '../hostile/zip.fixture.js';

const STYLES = [
  ['up', 'super 58%'],
  ['above', '30% 58%'],
  ['down', 'sub 58%'],
  ['level', '0% 100%'],
].map(
  ([name, position]) =>
    `<style:style style:name="${name ?? ''}"><style:text-properties style:text-position="${position ?? ''}"/></style:style>`,
);
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;

const textOf = async (paragraph: string) => {
  const body = `<office:body><office:text><text:p>${paragraph}</text:p></office:text></office:body>`;
  const content = `<office:document-content><office:automatic-styles>${STYLES.join('')}</office:automatic-styles>${body}</office:document-content>`;
  const outcome = await extractDocument({ bytes: openDocument(content), name: 'x.odt' }, DEFAULT_BUDGETS);
  return outcome.extracted ? outcome.text : outcome.reason;
};

it.each([
  [`10${span('up', '23')} is 10${span('down', '2')}`, '10^23 is 10_2'],
  [`${span('level', '5 m')}${span('above', '2')}`, '5 m²'],
  [`${span('level', 'noted')}${span('above', '<text:a>1</text:a>')} and`, 'noted[1] and'],
  [`<text:a>${span('level', 'noted')}</text:a><text:a>${span('up', '12')}</text:a>`, 'noted[12]'],
  [`gra${span('level', `m${span('up', '2')}`)} and ${span('up', '14')}C`, 'gram[2] and 14C'],
  [
    `noted${span('up', `1${span('up', '2')}`)} 5 m<text:note><text:note-body><text:p>10${span('up', '9')}</text:p></text:note-body></text:note>`,
    'noted[12] 5 m (10^9)',
  ],
  [`H${span('down', '2')}O, 4${span('up', 'th')}`, 'H2O, 4th'],
])('what is raised or lowered changes no number and no word: %s', async (paragraph, text) => {
  expect(await textOf(paragraph)).toBe(text);
});

it('what is raised or lowered in a paragraph of a whole book is read at once', { timeout: 15_000 }, async () => {
  const verses = Array.from({ length: 12_000 }, () => `${span('level', 'The tide covers 5 m')}${span('up', '2')} `).join('');
  expect(await textOf(verses)).toBe('The tide covers 5 m² '.repeat(12_000).trim());
});
