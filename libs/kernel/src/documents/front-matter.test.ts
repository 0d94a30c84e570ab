import { expect, it } from 'vitest';
import { passageText, withoutFrontMatter } from './front-matter.js';

it.each([
  ['YAML', '---\ntitle: Bread\n---\n\n \n  Needs salt.', '  Needs salt.'],
  ['YAML that ends with dots, with carriage returns', '---\r\ntitle: Bread\r\n...\r\nNeeds salt.', 'Needs salt.'],
  ['TOML', '+++\ntitle = "Bread"\n+++\nNeeds salt.', 'Needs salt.'],
  [
    'names, lists and texts over lines, comments and mistakes',
    '---\n# Of the cook\n"og:title": Bread\ntags:\n- a\n- b\nkeys: [\na,\nb\n] # all\ndate created: 2024\ntext: |\n  It is: so.\n\nshut: [a\n---\nNeeds salt.',
    'Needs salt.',
  ],
  ['a mapping in braces', '---\n{ title: Bread,\n  tags: [a] }\n---\nNeeds salt.', 'Needs salt.'],
  ['a template', '---\ntitle: {{ title }}\n{{ more }}\n---\nNeeds salt.', 'Needs salt.'],
  ['nothing but marks', '---\n---\nNeeds salt.', 'Needs salt.'],
])('front matter is taken from the beginning of a text: %s', (_, text, rest) => {
  expect(withoutFrontMatter(text)).toBe(rest);
});

it.each(['---\ntitle: Bread\n---\n', '---\ntitle: Bread\n---', '---\nno end\n', 'Salt.\n---\na: 1\n---\nBread.', ''])(
  'a text stays as it is where nothing follows, nothing ends, or nothing begins with it: %j',
  (text) => {
    expect(withoutFrontMatter(text)).toBe(text);
  },
);

it('front matter may hold a line of any length', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(withoutFrontMatter(`---\ntags: [a${blanks}b\nc ]${blanks}# all\n---\nNeeds salt.`)).toBe('Needs salt.');
});

it.each([
  'It is about bread.',
  '\n# Bread\n\nNeeds: salt.\n\nAnd flour.\n',
  '# Bread',
  '- a\n- b',
  '> Note: of a cook',
  '| a: | b |',
  '**Note:** salt',
  '[a]: https://example.org',
  'Note: salt\nand flour.',
  '<div title="a: b">',
])('a rule, a text and a rule are no front matter: %j', (prose) => {
  const text = `---\n${prose}\n---\nNeeds salt.`;
  expect(withoutFrontMatter(text)).toBe(text);
});

it('a passage is shown without front matter where it is the beginning of a Markdown file', () => {
  const content = '---\ntitle: Bread\n---\nNeeds salt.';
  const range = { start: [1, 1] } as const;
  expect(passageText({ content, path: 'bread.md', range })).toBe('Needs salt.');
  expect(passageText({ content, path: 'bread.md', range: { start: [5, 1] } })).toBe(content);
  expect(passageText({ content, path: 'bread.yaml', range })).toBe(content);
  expect(passageText({ content })).toBe(content);
});
