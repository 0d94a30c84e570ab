import { describe, expect, it } from 'vitest';
import { contentConditions } from './content-conditions.js';
import { parseQuery } from './parse-query.js';

const passes = (query: string, content: string, title = '') => contentConditions(parseQuery(query)).passes({ content, title });

describe('contentConditions', () => {
  it('wants quoted words exactly, whatever case and white space', () => {
    expect(passes('"exact words"', 'some Exact\n  WORDS here')).toBe(true);
    expect(passes('"exact words"', 'words exact')).toBe(false);
    expect(passes('"std::vector"', 'a std::vector<int>')).toBe(true);
    expect(passes('"exact words"', 'nothing', 'Exact words')).toBe(true);
  });

  it('takes apostrophes and hyphens as printers set them for those of the keyboard', () => {
    expect(passes(`"l'héroïne"`, 'C’est l’héroïne du village')).toBe(true);
    expect(passes('"l’héroïne"', `C'est l'héroïne du village`)).toBe(true);
    expect(passes(`cueille -l'héroïne`, 'C’est l’héroïne qui cueille')).toBe(false);
    expect(passes('"1914-1918" "e-mail"', 'an e\u2011mail about 1914–1918')).toBe(true);
    expect(passes(`"l'heroine"`, 'l’héroïne')).toBe(false);
  });

  it('finds quoted words as their reader sees them, and as they are written', () => {
    expect(passes('"says namely too often"', 'She says *namely* too **often**.')).toBe(true);
    expect(passes('"the fog signals today"', 'See [the fog signals](signals.md) `today`')).toBe(true);
    expect(passes('"*namely* too"', 'says *namely* too')).toBe(true);
    expect(passes('"read_me of a*b"', 'the read_me of a*b')).toBe(true);
    expect(passes('"2 3"', '2 * 3')).toBe(false);
    expect(passes('often -"namely too"', 'She says *namely* too often.')).toBe(false);
  });

  it('does not find quoted words inside longer ones', () => {
    expect(passes('"act word"', 'exact wordy')).toBe(false);
    expect(passes('"act word"', 'exact wordy, act word')).toBe(true);
    expect(passes('"世界"', '你好世界人')).toBe(true);
  });

  it('finds quoted words of Khmer, Lao and Burmese within a sentence, however its words are parted', () => {
    expect(passes('"ទៅផ្សារ"', 'ខ្ញុំ\u200bទៅ\u200bផ្សារ\u200bដើម្បី')).toBe(true);
    expect(passes('"ទៅ\u200bផ្សារ"', 'ខ្ញុំទៅផ្សារដើម្បី')).toBe(true);
    expect(passes('"ຕະຫຼາດ"', 'ໄປຕະຫຼາດ')).toBe(true);
    expect(passes('"សាលា"', 'ខ្ញុំទៅផ្សារ')).toBe(false);
  });

  it('refuses excluded words in all their forms, and excluded phrases', () => {
    expect(passes('plan -draft', 'the plan, drafted')).toBe(false);
    expect(passes('plan -draft', 'the plan', 'Drafts')).toBe(false);
    expect(passes('plan -draft', 'the plan, drafty')).toBe(true);
    expect(passes('plan -"old version"', 'an OLD version')).toBe(false);
    expect(passes('plan -read-only', 'a read-only plan')).toBe(false);
  });

  it('excludes names that hold signs as they are written, and nothing else that is called like their letter', () => {
    for (const other of ['a C++ page', 'it is 20 °C', 'plain C', 'the CLR']) expect(passes('generics -C#', other)).toBe(true);
    expect(passes('generics -C#', 'C# page')).toBe(false);
    expect(passes('generics -"C++"', 'generics of C#')).toBe(true);
    expect(passes('generics -"C++"', 'templates of C++, generics')).toBe(false);
    expect(passes('generics -F#, please', 'F# page')).toBe(false);
    expect(passes('web -".NET"', 'a net')).toBe(true);
    expect(passes('plan -draft, please', 'it was drafted')).toBe(false);
  });

  it('does not refuse a passage that has an excluded word as the option of a command alone', () => {
    expect(passes('tar -xzf archive', 'Unpack it by `tar -xzf archive.tar.gz`.')).toBe(true);
    expect(passes('gcc -Wall', 'With `-Wall` (or -Wall -Werror) gcc warns')).toBe(true);
    expect(passes('gcc -Wall', 'With -Wall gcc warns of all: Wall')).toBe(false);
    expect(passes('gcc -Wall', 'With -Wallx and --wall')).toBe(false);
    expect(passes('shopping -milk', 'Shopping:\n-milk\n- bread')).toBe(false);
    expect(passes('shopping -milk', 'oat-milk')).toBe(false);
  });

  it('passes everything for a query without operators', () => {
    expect(contentConditions(parseQuery('plain - words')).areEmpty).toBe(true);
  });
});
