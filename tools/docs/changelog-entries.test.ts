import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { docsFolder } from './pages.js';

/** Two entries that begin so are one that was changed, and was left as it was beside it. */
const BEGINNING = 80;

it('the changelog says nothing twice', async () => {
  const text = await readFile(new URL('../CHANGELOG.md', docsFolder), 'utf8');
  const beginnings = text
    .split('\n')
    .filter((line) => line.length >= BEGINNING)
    .map((line) => line.slice(0, BEGINNING));
  expect(beginnings.length).toBeGreaterThan(100);
  expect(beginnings.filter((line, at) => beginnings.indexOf(line) !== at)).toEqual([]);
});
