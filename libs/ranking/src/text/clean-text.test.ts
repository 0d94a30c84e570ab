import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.js';

describe('cleanText', () => {
  it.each([
    ['zero-width characters', 'ig\u200bno\u200dre\u2060', 'ignore'],
    ['bidirectional controls', '\u202eabc\u202c \u2066x\u2069', 'abc x'],
    ['tag characters', 'a\u{e0041}\u{e0042}', 'a'],
    ['variation selectors that carry data', 'a\ufe01\u{e0110}b', 'ab'],
    ['control characters', 'a\u0000\u001b[31mb\u0085', 'a[31mb'],
    ['fillers and soft hyphens', 'a\u3164b\u00adc\u034f', 'abc'],
  ])('removes %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it.each(['tab\tline\r\n end', '👨‍👩‍👧 ❤️ 1️⃣', 'نمی‌خواهم', 'क्‍ष', '日本語 ไทย', 'naïve Straße'])('keeps %j as it is', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});
