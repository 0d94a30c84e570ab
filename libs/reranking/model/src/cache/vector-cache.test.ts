import { expect, it } from 'vitest';
import { VectorCache } from './vector-cache.js';

it('holds no more than its bytes, and forgets what was used longest ago', () => {
  const cache = new VectorCache(3 * 16);
  for (const key of ['a', 'b', 'c']) cache.set(key, new Float32Array(4));
  expect(cache.get('a')).toHaveLength(4);
  cache.set('d', new Float32Array(4));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd']);
  cache.set('d', new Float32Array(8));
  expect(cache.size).toBe(2);
  cache.set('e', new Float32Array(100));
  expect(cache.size).toBe(0);
  cache.set('a', new Float32Array(4));
  expect(cache.size).toBe(1);
});
