import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SeededRandom, testSeed } from '@tributary/testing';
import { documentTypeOf } from '../languages/languages.js';
import { expectExact } from '../testing/expect-exact.fixture.js';
import { chunkDocument } from './chunk-document.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const LANGUAGES = ['markdown', 'text', 'typescript', 'python', 'cpp', 'ruby', 'json', 'yaml'] as const;

describe('chunks hold every character that is not white space once, in order, with exact ranges', () => {
  it('in random texts of every kind', () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    for (let round = 0; round < 1500; round++) {
      const text = randomText(random);
      const lang = random.pick(LANGUAGES);
      expectExact(text, chunkDocument({ text, type: 'doc', lang }));
    }
  });

  it('in the documents and sources of this repository', () => {
    const paths = readdirSync(join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:md|ts|json|jsonl|txt)$/.test(path) && !/node_modules|dist/.test(path))
      .map((path) => `libs/${path}`);
    expect(paths.length).toBeGreaterThan(100);
    for (const path of [...paths, 'package.json', 'tsconfig.base.json', 'eslint.config.mjs']) {
      const text = readFileSync(join(ROOT, path), 'utf8');
      expectExact(text, chunkDocument({ text, type: documentTypeOf(path), path }));
    }
  });

  it('with carriage returns, tabs, a byte order mark, characters outside the basic plane and halves of them', () => {
    const text = '\ufeff# Títle 🙂\r\n\r\n\tcode\r\n\r\nwords 👩‍👧 \ud83d words\r\n';
    for (const lang of LANGUAGES) expectExact(text, chunkDocument({ text, type: 'doc', lang }));
  });

  it('and nothing in texts of white space alone', () => {
    for (const text of ['', ' ', '\n\n\n', '\ufeff', '\r\n\t\r\n']) {
      expect(chunkDocument({ text, type: 'doc' })).toEqual({ title: '', chunks: [] });
    }
  });
});

describe('texts made to be slow are taken apart in linear time (a square of 1 MB would not end)', () => {
  const LONG = 1_000_000;
  it.each([
    ['one line of 10 MB', 'word '.repeat(2_000_000)],
    ['one line without a space', 'x'.repeat(LONG)],
    ['one line of emoji', '🙂'.repeat(LONG / 4)],
    ['100,000 tiny lines', 'a\n'.repeat(100_000)],
    ['100,000 tiny paragraphs', 'a\n\n'.repeat(100_000)],
    ['headings only', '# a\n'.repeat(100_000)],
    ['fences that open and close', '```\n'.repeat(100_000)],
    ['comments that do not end', '<!--\n'.repeat(100_000)],
    ['table rules', '|a|\n|-|\n'.repeat(100_000)],
    ['dashes', '- '.repeat(LONG / 2)],
    ['brackets', '['.repeat(LONG)],
    ['a hole of blanks', `a${' '.repeat(LONG)}b`],
    ['deep indentation', Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}class A${i.toString()} {`).join('\n')],
    ['modifiers', `${'public static '.repeat(17)}\n`.repeat(5_000)],
    ['generics', `impl<${'a, '.repeat(80)}\n`.repeat(5_000)],
    ['stars', `a ${'*&'.repeat(110)}\n`.repeat(5_000)],
    ['names', `${'aa '.repeat(80)}\n`.repeat(5_000)],
  ])('%s', (_, text) => {
    for (const lang of ['markdown', 'text', 'cpp', 'typescript', 'json']) {
      const { chunks } = chunkDocument({ text, type: 'doc', lang });
      expect(chunks.length).toBeGreaterThan(0);
      expect(Math.max(...chunks.map(({ content }) => content.length))).toBeLessThanOrEqual(1500);
    }
  });
});

const PIECES = [
  'word ',
  'Another sentence. ',
  'étude 🙂 ',
  '漢字かな。',
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\t',
  '    ',
  '# Title\n',
  '## Sub\n',
  'Setext\n---\n',
  '- item\n',
  '  1. nested\n',
  '```\n',
  '~~~js\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '<!-- ',
  ' -->\n',
  '<div>\n',
  '> quote\n',
  '---\n',
  'title: X\n',
  'function foo() {\n',
  '  return 1;\n}\n',
  'class A {\n',
  '  def b(self):\n',
  '/** doc */\n',
  '// c\n',
  '@dec\n',
  '}\n',
  'end\n',
  '{"a": [1, 2]}\n',
  '\u00a0\u2028\ufeff',
  '\ud83d',
] as const;

function randomText(random: SeededRandom): string {
  const length = random.pick([3, 30, 300, 1000]);
  const few = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES));
  const long = random.next() < 0.1 ? 'y'.repeat(random.below(4000)) : '';
  const text = Array.from({ length: random.below(length) }, () => few[random.below(few.length)] ?? '').join('');
  return random.next() < 0.5 ? long + text : text + long;
}
