import { expect, it } from 'vitest';
import { configurationReference } from './configuration-reference.js';

const rows = configurationReference()
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

it('gives every setting a value, a default, a description and a variable', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [, name, ...cells] of rows) expect(cells.slice(0, 4), name).not.toContain('');
});

it('writes settings as in a file and variables as in an environment', () => {
  expect(rows.map(([, name, , , , variable]) => `${name ?? ''} ${variable ?? ''}`)).toContain(
    '`sources.max_file_mb` `TRIBUTARY_SOURCES__MAX_FILE_MB`',
  );
});
