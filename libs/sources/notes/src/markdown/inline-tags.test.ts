import { expect, it } from 'vitest';
import { inlineTags } from './inline-tags.js';

it.each([
  ['[[#A]] [[B #C]] [b](#b) (#d) a#e #किताब', ['किताब']],
  ['#पुस्तकालय\t#📚books, #📚 #1 #2024/03 #y1984', ['पुस्तकालय', '📚books', '📚', 'y1984']],
  ['- #work/old-rent. #a', ['work/old-rent', 'a']],
  ['`#a` ``#b ` #c`` `#d', []],
  ['```npm install```\n#below', ['below']],
  ['- a\n\t```c\n\t#include <x>\n\t```\n\t#in', ['in']],
  ['text\n\n\t#define A\n\n> ```\n> #b\n> ```\n> #c\r#d', ['c', 'd']],
])('finds in %j the tags %j', (text, tags) => {
  expect(inlineTags(text)).toEqual(tags);
});

it('finds tags of several words where there are some', () => {
  expect(inlineTags('#rent and food# #किताब घर# `#a b#` [x](#y z#) #d', { hasWideTags: true })).toEqual(['rent and food', 'किताब घर', 'd']);
});
