import { describe, expect, it } from 'vitest';
import { termIdsOf } from '../analysis/tokens.js';
import { cleanText } from './clean-text.js';

describe('cleanText', () => {
  it.each([
    ['zero-width characters', 'ig\u200bno\u200dre\u2060', 'ignore'],
    ['bidirectional controls', '\u202eabc\u202c \u2066x\u2069', 'abc x'],
    ['tag characters', 'a\u{e0041}\u{e0042}', 'a'],
    ['variation selectors that carry data', 'a\ufe01\u{e0110}b', 'ab'],
    ['control characters', 'a\u0000\u001b[31mb\u0085', 'a[31mb'],
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

  it('parts words by blanks, so that columns stay', () => {
    expect(cleanText('one\vtwo\fthree\u0085four')).toBe('one two three four');
    expect(cleanText('one\f\v\u0085two')).toBe('one   two');
  });
});
