import { expect, it } from 'vitest';
import { someOf } from './some-of.js';

it('names all of a short list', () => {
  expect(someOf([])).toBe('');
  expect(someOf(['notes', 'code'])).toBe('notes, code');
});

it('names the first of a long list and counts the others, unless that is one', () => {
  expect(someOf(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  expect(someOf(['a', 'b', 'c'], 2)).toBe('a, b, c');
  expect(someOf(Array.from({ length: 200 }, () => 'x'))).toBe(`${Array.from({ length: 50 }, () => 'x').join(', ')} and 150 more`);
});
