import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { docsFolder, pages } from './pages.js';

it.each(Object.keys(pages))('docs/%s is what the code says today (npm run docs writes it anew)', async (name) => {
  expect(await readFile(new URL(name, docsFolder), 'utf8')).toBe(pages[name]?.());
});
