import { expect, it } from 'vitest';
import { fromFirstTag } from './first-tag.js';

it.each([
  ['a page', '<!doctype html><p>', '<!doctype html><p>'],
  [
    'one with the mark of its encoding, blanks, a declaration and comments',
    '\ufeff \n<?xml version="1.0"?>\n<!-- a\n> -->\n<!----> <html>',
    '<html>',
  ],
  ['one whose mark was read as three characters', '\u00ef\u00bb\u00bf<html>', '<html>'],
  ['a comment that is cut off', '<!-- a --><!--> <html>', '<!--> <html>'],
  ['a text', 'a < b', 'a < b'],
])('begins with the first tag of %s', (_, page, rest) => {
  expect(fromFirstTag(page)).toBe(rest);
});
