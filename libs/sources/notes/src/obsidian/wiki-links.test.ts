import { expect, it } from 'vitest';
import { withoutWikiLinks } from './wiki-links.js';

it.each([
  '`df[["col"]]` and ``x ` [[y]]``',
  '- a\n\t```sh\n\tif [[ -f a && -n b ]]; then\n\t```',
  '> [!tip]\n> ```r\n> x[[1]] <- y ^a\n> ```',
  'text\n\n    x[[1]] <- y',
  'area is 10 ^2',
])('leaves %j as it is', (text) => {
  expect(withoutWikiLinks(text)).toBe(text);
});

it.each([
  ['See [[A|`code`]] and `[[B]]`, [[C]].', 'See `code` and `[[B]]`, C.'],
  ['Text ^block-1\r\n^2\r\nend ^a', 'Text \r\n\r\nend '],
  ['```npm install```\n[[A]]\r[[B]]', '```npm install```\nA\rB'],
])('makes of %j %j', (text, shown) => {
  expect(withoutWikiLinks(text)).toBe(shown);
});

it('is fast on many backticks', () => {
  const text = Array.from({ length: 3000 }, (_, n) => '`'.repeat(n)).join('[[a]] ');
  expect(withoutWikiLinks(text)).toHaveLength(text.length - 2999 * 4);
});
