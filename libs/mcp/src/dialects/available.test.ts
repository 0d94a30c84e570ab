import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What tools answered before their sources were built; written in two parts, so that this file is no hit. */
const CODE = ['SOURCE', 'NOT_AVAILABLE'].join('.');

it('no tool of any dialect, and no page, says any more that a source is not available', () => {
  const files = globSync(['{apps,libs,libs/*}/*/src/**/*.{ts,tsx}', 'docs/*.md'], { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => readFileSync(`${ROOT}${file}`, 'utf8').includes(CODE))).toEqual([]);
});
