import { expect, it } from 'vitest';
import { isBare } from './specifiers.mjs';

it('takes for packages what is no path on any system and no part of Node', () => {
  const names = ['zod', '@nestjs/common', 'ignore/legacy', './a.js', '../a.js', '/srv/a.js', 'C:\\tributary\\a.js', 'd:/a.js', 'node:path'];
  expect(names.filter(isBare)).toEqual(['zod', '@nestjs/common', 'ignore/legacy']);
});
