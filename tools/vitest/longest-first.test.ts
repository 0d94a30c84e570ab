import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LONGEST, longestFirst } from './longest-first.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('begins with what takes longest, and keeps the order of the others', () => {
  const [longest = '', second = ''] = LONGEST;
  expect(longestFirst(['b.test.ts', second, 'a.test.ts', longest], (file) => file)).toEqual([longest, second, 'b.test.ts', 'a.test.ts']);
});

it('names files that there are', () => {
  expect(LONGEST.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
});
