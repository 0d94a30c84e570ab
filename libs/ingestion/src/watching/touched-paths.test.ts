import { expect, it } from 'vitest';
import { TouchedPaths } from './touched-paths.js';

it('gives each path once, without those below another, and begins anew', () => {
  const touched = new TouchedPaths();
  touched.add(['a/b/c.md', 'a', 'x.md', 'x.md', 'ab/c.md']);
  expect(touched.size).toBe(4);
  expect(touched.take()).toEqual(['a', 'x.md', 'ab/c.md']);
  expect(touched.isEmpty).toBe(true);
});

it('takes the source itself, too many paths and too much text for everything', () => {
  const touched = new TouchedPaths();
  touched.add(['a', '', 'b']);
  expect(touched.take()).toBe('everything');
  touched.add(Array.from({ length: 1001 }, (_, i) => i.toString()));
  expect(touched.take()).toBe('everything');
  touched.add(Array.from({ length: 100 }, (_, i) => `${i.toString()}${'x'.repeat(4000)}`));
  expect(touched.take()).toBe('everything');
  touched.add(['a']);
  expect(touched.take()).toEqual(['a']);
});
