import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isAllowed, listDependencies } from './licences.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('knows the licence of every dependency, and allows it', () => {
  const dependencies = listDependencies(root);
  expect(dependencies.length).toBeGreaterThan(500);
  expect(dependencies.filter((dependency) => !isAllowed(dependency))).toEqual([]);
});

it.each([
  ['MIT', true, true],
  ['(MIT OR GPL-3.0-or-later)', true, true],
  ['(MIT AND Zlib)', true, true],
  ['MIT AND GPL-3.0-only', true, false],
  ['GPL-3.0-only', false, false],
  ['CC-BY-4.0', false, true],
  ['CC-BY-4.0', true, false],
  ['unknown', false, false],
])('%s, shipped: %s, is allowed: %s', (licence, isShipped, expected) => {
  expect(isAllowed({ licence, isShipped })).toBe(expected);
});
