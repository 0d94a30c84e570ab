import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { costOf } from './ambiguity.mjs';
import { automatonOf } from './automaton.mjs';
import { regexes } from './regexes.mjs';

const cost = ({ source, flags }: RegExp) => costOf(automatonOf(source, flags));

function judge(text: string, path = 'libs/a/src/words.ts') {
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return regexes({ root: '', paths: [], sources: [{ path, text, lines: text.split('\n'), isTest: path.endsWith('.test.ts'), syntax }] });
}

describe('the time of a regular expression', () => {
  it.each([
    /^(?:a+)+$/,
    /(?:a*)*b/,
    /^(?:a|ab?|b)*c/,
    /^(?:\w{1,20})*!/,
    /^(?:<!--[^]*?-->\s*)*<html/i,
    /^(?:[^:\n]+:[^\n]*\r?\n)*From:/,
    /^[a-z_]+(?::[\w,]+)?(?:[|,][a-z_]+(?::[\w,]+|\d*))+$/,
    /^(?:İ|i̇|.)*?(?:k|.)*!$/iu,
  ])('is exponential where each part of a text can be taken in two ways: %s', (pattern) => {
    expect(cost(pattern)).toBe('exponential');
  });

  it.each([
    /\s+$/,
    /a+b/,
    /^a*b?a*$/,
    /^(.*?)\s*$/,
    /^_+|_+$/g,
    /^\s+x/m,
    /(?=.*x)a/,
    /\b\w+:\w*;?\w*$/,
    /(\d+)-\1\d*x/,
    /<a[^>]*>/,
    /(?<=\s)\s*#/,
  ])('is polynomial where a text can be divided anywhere, or a try begins at each of its characters: %s', (pattern) => {
    expect(cost(pattern)).toBe('polynomial');
  });

  it.each([
    /^a+$/,
    /\d+/g,
    /(?<!\s)\s+$/,
    /\b\w+\b:/,
    /^[ \t]+x/m,
    /x*y*z/y,
    /^(?:\d{3})+$/,
    /^[a-z]+(?:-[a-z]+)*$/,
    /^"(?:[^"\\]|\\.)*"$/,
    /<a[^<>]*>/,
    /.{0,500}x/,
    /^(?=.*x).*y$/,
  ])('is linear where no text can be divided in many ways: %s', (pattern) => {
    expect(cost(pattern)).toBeUndefined();
  });
});

describe('the gate of regular expressions', () => {
  it('names the place of one that takes longer, unless a comment says what bounds the text', () => {
    expect(judge('const a = /x/;\nconst b = /\\s+$/;\n').violations).toEqual([
      expect.stringMatching(/^libs\/a\/src\/words\.ts:2: takes polynomial time .*Bounded: …/),
    ]);
    expect(judge('/** The end. Bounded: of a name. */\nconst b = /\\s+$/;\n').violations).toEqual([]);
    expect(judge('const many = {\n  // Bounded: of a name.\n  b: /\\s+$/,\n};\n').violations).toEqual([]);
  });

  it('takes no reason for one of exponential time', () => {
    expect(judge('// Bounded: of a name.\nconst a = /^(?:a+)+$/;\n').violations).toEqual([
      expect.stringContaining('words.ts:2: takes exponential time'),
    ]);
  });

  it('wants no reason that is not needed', () => {
    expect(judge('// Bounded: of a name.\nconst a = /x+/;\n').violations).toEqual([expect.stringContaining('is not needed')]);
  });

  it('leaves tests and tools alone, which read what is ours', () => {
    for (const path of ['libs/a/src/words.test.ts', 'tools/words.mjs', 'libs/testing/src/words.ts'])
      expect(judge('const b = /\\s+$/;\n', path).violations).toEqual([]);
  });
});
