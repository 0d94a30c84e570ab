import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HTTP_STATUS } from '@tributary/gateway/openapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeElsewhere } from './error-notes.js';
import { errorCodes } from './error-codes.mjs';
import { errorsPage } from './errors.js';
import { docsFolder } from './pages.js';

describe('docs/errors.md', () => {
  const page = readFileSync(new URL('errors.md', docsFolder), 'utf8');

  it('has every code that stands in the code (npm run docs writes it anew)', () => {
    const codes = new Set(errorCodes(fileURLToPath(new URL('../', docsFolder))).map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(250);
    expect([...codes].filter((code) => !madeElsewhere.has(code) && !page.includes(`\n| \`${code}\` |`))).toEqual([]);
  });

  it('says of every status what to do', () => {
    for (const status of Object.values(HTTP_STATUS)) expect(page).toContain(`\n| ${status.toString()} | `);
  });
});

describe('a page made of code', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tributary-errors-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const rowsOf = (text: string, path = 'libs/lamps/src/lamp.ts') => {
    for (const folder of ['apps', 'libs', join(path, '..')]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, path), text);
    return errorsPage(root)
      .split('\n')
      .filter((line) => line.startsWith('| `LAMP.'));
  };

  it('tells the status, whether trying again helps, and the longest sentence', () => {
    const code = `
      throw permanent('LAMP.BROKEN', 'Broken.');
      throw permanent('LAMP.BROKEN', \`The lamp \${name} is broken: buy a new one.\`, { category: 'gone' });
      throw retryable(isHot ? 'LAMP.HOT' : 'LAMP.COLD', 'Wait a moment.', { category: isHot ? 'overloaded' : 'timeout' });
      function dark(code: string, why: string) { return retryable(code, why, { category: 'conflict' }); }
      throw dark('LAMP.DARK', 'Somebody switched it off: ask them.');
      return { code: 'LAMP.TOLD', reason: 'it <hums>' };`;
    expect(rowsOf(code)).toEqual([
      '| `LAMP.BROKEN` | 400, 410 | no | The lamp … is broken: buy a new one. |',
      '| `LAMP.COLD` | 504 | yes | Wait a moment. |',
      '| `LAMP.DARK` | 409 | yes | Somebody switched it off: ask them. |',
      '| `LAMP.HOT` | 429 | yes | Wait a moment. |',
      '| `LAMP.TOLD` |  |  | it \\<hums> |',
    ]);
  });

  it('is not made while a category cannot be read', () => {
    expect(() => rowsOf("throw permanent('LAMP.LOST', 'Lost.', { category: found() });")).toThrow(/LAMP\.LOST .*cannot be read/);
  });

  it('is not made while nothing is said of a code', () => {
    expect(() => rowsOf("throw permanent('LAMP.LOST', why());")).toThrow(/LAMP\.LOST .*say in tools\/docs\/error-notes\.ts/);
  });
});
