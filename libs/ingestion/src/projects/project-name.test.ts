import { expect, it } from 'vitest';
import { projectCollections, projectNameOf, projectOfRoute } from './project-name.js';

it.each([
  ['/work/My Shop (2)', 'My-Shop-2'],
  ['/work/.dotfiles', 'dotfiles'],
  ['/work/店', 'project'],
  [`/work/${'x'.repeat(200)}`, 'x'.repeat(100)],
])('makes of %s a name for collections', (path, name) => {
  expect(projectNameOf(path)).toBe(name);
  expect(projectOfRoute(projectCollections(name))).toBe(name);
});
