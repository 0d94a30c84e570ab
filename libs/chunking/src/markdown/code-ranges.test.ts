import { expect, it } from 'vitest';
import { markdownCodeRanges } from './code-ranges.js';

const code = (text: string) => markdownCodeRanges(text).map(({ start, end }) => text.slice(start, end));

it('are fences and what is indented, also in lists', () => {
  const text = 'a\n\n```\nb\n```\n\n\tc\n\n- d\n\t```sh\n\te\n\t```\n\tf\n';
  expect(code(text)).toEqual(['```\nb\n```\n', '\tc\n', '\t```sh\n\te\n\t```\n']);
});

it('are no lines between backticks on one line', () => {
  expect(code('```npm install```\n\ntext\n')).toEqual([]);
});

it('are those within quotes, up to the end of each', () => {
  const text = '> [!tip]\n> ```r\n> x[[1]] <- y\n\ntext\n\n> a\n>\n>     b\n> > ```\n> > c\n> > ```\n> d\n';
  expect(code(text)).toEqual(['> ```r\n> x[[1]] <- y\n', '>     b\n', '> > ```\n> > c\n> > ```\n']);
});

it('may hold what looks like quotes', () => {
  expect(code('```sh\n> a\n> ```\n```\nb\n')).toEqual(['```sh\n> a\n> ```\n```\n']);
});

it('are found in deep quotes and long texts at once', () => {
  expect(code(`${'> '.repeat(10_000)}a\n\`\`\`\nb\n\`\`\`\n`)).toEqual(['```\nb\n```\n']);
  expect(code('> ```\n> a\n\n'.repeat(20_000))).toHaveLength(20_000);
});
