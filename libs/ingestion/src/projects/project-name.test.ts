import { expect, it } from 'vitest';
import { projectCollections, projectNameOf, projectOfRoute } from './project-name.js';

it.each([
  ['/projects/My Shop (2)', 'My-Shop-2'],
  ['/projects/.dotfiles', 'dotfiles'],
  ['/projects/店', 'project'],
  [`/projects/${'x'.repeat(200)}`, 'x'.repeat(100)],
])('makes of %s a name for collections', (path, name) => {
  expect(projectNameOf(path)).toBe(name);
  expect(projectOfRoute(projectCollections(name))).toBe(name);
});
