import { expect, it } from 'vitest';
import { linkedNotes, withoutWikiLinks } from './wiki-links.js';

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
  ['See [[A|`code`]] and `[[B]]`, [[C]].', 'See `code` and `[[B]]`, C. (A)'],
  ['Text ^block-1\r\n^2\r\nend ^a', 'Text \r\n\r\nend '],
  ['```npm install```\n[[A]]\r[[B]]', '```npm install```\nA\rB'],
  ['heute [[Zoë|meinem Stern]] am [[Evening|Abend]]  \nmit [[Rent]]', 'heute meinem Stern am Abend (Zoë, Evening)  \nmit Rent'],
  ['[[Zoë|meinem Stern]], [[People/Zoë.md#Born|her]] and [[Zoë|Frau Zoë]]', 'meinem Stern, her and Frau Zoë'],
  ['## Of [[Zoë|her]]\n> # [[Zoë|her]] ^a', '## Of her\n> # her '],
  ['| [[Ann\\|the boss]] | ![[plan.png\\|100]] [[Bob\\|]] |\na | [[Zoë\\|her]]', '| the boss |  Bob |\na | her'],
  ['- [[Zoë|her]] ![[plan.png|100]] `[[Rent]]` ^a', '- her  `[[Rent]]` (Zoë) '],
  [
    '[[#Costs|below]], [[The Rent|the rent]], [[Bill|billing]], [[plan.pdf|the plan]]',
    'below, the rent, billing, the plan (Bill, plan.pdf)',
  ],
])('makes of %j %j', (text, shown) => {
  expect(withoutWikiLinks(text)).toBe(shown);
});

it('is fast on many backticks', () => {
  const text = Array.from({ length: 3000 }, (_, n) => '`'.repeat(n)).join('[[a]] ');
  expect(withoutWikiLinks(text)).toHaveLength(text.length - 2999 * 4);
});

it('names the notes that a text leads to, each once', () => {
  const text =
    '[[People/Zoë|meinem Stern]] ![[Rent#Costs]] [[Zoë]] [[#Costs]] `[[code]]` ![[plan.png]] [[Deep/Note.md]]\n```\n[[x]]\n```\n';
  expect(linkedNotes(text)).toEqual(['Zoë', 'Rent', 'Note']);
  expect(linkedNotes(Array.from({ length: 300 }, (_, n) => `[[${n.toString()}]]`).join(' '))).toHaveLength(256);
  expect(linkedNotes('| [[Ann\\|the boss]] | [[lease.pdf\\|the lease]] |')).toEqual(['Ann']);
  expect(linkedNotes(`[[${'x'.repeat(201)}]]`)).toEqual([]);
});
