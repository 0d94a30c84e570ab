import { expect, it } from 'vitest';
import { moduleOf, parseSubmodules } from './submodules.js';

const GITMODULES = `
[submodule "paint"]
	path = vendor/paint
	url = https://example.org/paint.git
[core]
	path = not/one
[submodule "ink \\"blue\\""]
  path = "vendor/paint/ink/"
`;

it('reads names and paths of submodules and nothing else', () => {
  expect(parseSubmodules(GITMODULES)).toEqual([
    { name: 'paint', path: 'vendor/paint' },
    { name: 'ink "blue"', path: 'vendor/paint/ink' },
  ]);
  expect(parseSubmodules('')).toEqual([]);
});

it('finds the innermost submodule of a file', () => {
  const submodules = parseSubmodules(GITMODULES);
  expect(moduleOf('vendor/paint/mix.py', submodules)).toBe('paint');
  expect(moduleOf('vendor/paint/ink/a.md', submodules)).toBe('ink "blue"');
  expect(moduleOf('vendor/painter.py', submodules)).toBe('root');
});
