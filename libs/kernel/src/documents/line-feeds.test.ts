import { expect, it } from 'vitest';
import { withLineFeeds } from './line-feeds.js';

it.each([
  ['# A\r\rtext\r', '# A\n\ntext\n'],
  ['a\r\nb\rc', 'a\r\nb\rc'],
  ['10 %\r20 %\ndone', '10 %\r20 %\ndone'],
  ['a', 'a'],
])('makes of %j %j', (text, lines) => {
  expect(withLineFeeds(text)).toBe(lines);
});
