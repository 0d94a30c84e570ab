import { expect, it } from 'vitest';
import { WordCache } from './word-cache.js';

it('holds all words of a collection until another program adds one, or there are too many to be held', () => {
  const cache = new WordCache();
  expect(cache.holdsAll(0)).toBe(true);
  cache.set('first', 0);
  cache.set('second', 1);
  cache.set('second', 1);
  expect(cache.holdsAll(2)).toBe(true);
  expect(cache.holdsAll(3)).toBe(false);
  for (let n = 2; n <= 50_000; n++) cache.set(`word ${n.toString()}`, n);
  expect(cache.holdsAll(50_001)).toBe(false);
});
