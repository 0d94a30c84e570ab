import { expect, it } from 'vitest';
import { isCopyOf } from './copy-names.js';

it.each([
  'notes/Plan 2.md',
  'notes/Plan (1).md',
  'notes/Plan copy.md',
  'notes/Plan - Kopie.md',
  'notes/Plan (conflicted copy 2024-05-06).md',
  'notes/Plan.sync-conflict-20240506-101010-ABCDEF.md',
])('%s is called as a copy of Plan.md', (path) => {
  expect(isCopyOf(path, 'notes/Plan.md')).toBe(true);
  expect(isCopyOf('notes/Plan.md', path)).toBe(false);
});

it.each([
  'notes/Plan.md',
  'archive/Plan 2.md',
  'notes/Plan 2.txt',
  'notes/Planning.md',
  'notes/Plan of the garden.md',
  'notes/Plan 2024/a.md',
])('%s is not', (path) => {
  expect(isCopyOf(path, 'notes/Plan.md')).toBe(false);
});
