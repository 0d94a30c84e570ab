import { describe, expect, it } from 'vitest';
import { termIdsOf } from '../analysis/tokens.js';
import { cleanText } from './clean-text.js';

describe('cleanText', () => {
  it.each([
    ['zero-width characters', 'ig\u200bno\u200dre\u2060', 'ignore'],
    ['bidirectional controls', '\u202eabc\u202c \u2066x\u2069', 'abc x'],
    ['tag characters', 'a\u{e0041}\u{e0042}', 'a'],
    ['variation selectors that carry data', 'a\ufe01\u{e0110}b', 'ab'],
    ['control characters', 'a\u0000\u001bb\u0085', 'ab'],
    ['colours of a terminal', '\u001b[1;31mERROR\u001b[0m \u001b[38;5;208mwide\u001b[m', 'ERROR wide'],
    ['colours within a word', 'quaxo\u001b[4mserver\u001b[24m', 'quaxoserver'],
    ['other sequences of a terminal', '\u001b(B\u001b[?25l\u001b[2K\u001b[2 q100\u001b[K %', '100 %'],
    ['the form of a cursor and a reset', 'a\u001b[4 q\u001b[!pb', 'ab'],
    ['no text of a program that writes them', 'E="\u001b[" + narwhal(1)', 'E="[" + narwhal(1)'],
    ['no variables behind them', 'echo \u001b[${color}m\u001b[$1m', 'echo [${color}m[$1m'],
    ['no names in braces behind them', 'f"\u001b[{color}m\u001b[38;5;{number}m"', 'f"[{color}m[38;5;{number}m"'],
    ['no formats behind them', "printf '\u001b[%dm'; f('\u001b['+n)", "printf '[%dm'; f('['+n)"],
    ['no words behind numbers', 'x = "\u001b[1" + narwhal', 'x = "[1" + narwhal'],
    ['titles of a window and what links lead to', '\u001b]0;bash\u0007$ \u001b]8;;http://x/\u001b\\ls\u001b]8;;\u001b\\', '$ ls'],
    ['what begins as a sequence and ends as none', 'a \u001b]b\nc \u001b[\nd', 'a ]b\nc [\nd'],
    ['form feeds where a line begins or ends', '\fclass A:\f\u0085\n\v\n\f  pass', 'class A:\n\n  pass'],
    ['zero-width spaces where they part no words', 'ទៅ\u200b\u200bផ្សារ \u200bទៅ\u200b', 'ទៅ\u200bផ្សារ ទៅ'],
    ['fillers and soft hyphens', 'a\u3164b\u00adc\u034f', 'abc'],
  ])('removes %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it.each([
    'tab\tline\r\n end',
    '👨‍👩‍👧 ❤️ 1️⃣',
    'نمی‌خواهم',
    'क्‍ष',
    '日本語 ไทย',
    'ទៅ\u200bផ្សារ',
    'ໄປ\u200bຕະຫຼາດ',
    'ဈေး\u200bသွား',
    'naïve Straße',
  ])('keeps %j as it is', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each(['one\vtwo', 'end.\fNext', 'one\u0085two', 'one\u001ftwo', 'ទៅ\u200bផ្សារ'])('leaves two words in %j', (text) => {
    expect(termIdsOf(cleanText(text)).size).toBe(2);
  });

  it('keeps the words of Khmer apart, as a query says them', () => {
    expect(termIdsOf(cleanText('ទៅ\u200bផ្សារ'))).toEqual(termIdsOf('ទៅ ផ្សារ'));
  });

  it('parts words between which a cursor moves', () => {
    expect(cleanText('one\u001b[5Ctwo\u001b[1;1Hthree')).toBe('one two three');
  });

  it.each(['\u001b[', '\u001b[1;', '\u001b]', '\u001b]a', '\u001b[ '])('is linear in a megabyte of %j', (part) => {
    const text = part.repeat(1_000_000 / part.length);
    const before = process.cpuUsage();
    cleanText(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('parts words by blanks, so that columns stay', () => {
    expect(cleanText('one\vtwo\fthree\u0085four')).toBe('one two three four');
    expect(cleanText('one\f\v\u0085two')).toBe('one   two');
  });
});
