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

it('says of a key that several types have once what is the same for all, with its default', () => {
  const timeout = rows.find(([, name]) => name === '`engines.<name>.timeout_ms`');
  expect(timeout?.slice(3, 5)).toEqual(['`30000`', 'A request without an answer is given up after this long.']);
  const type = rows.find(([, name]) => name === '`engines.<name>.type`')?.[4] ?? '';
  expect(['`embedded`: ', '`qdrant`: ', '`chroma`: '].filter((name) => !type.includes(name))).toEqual([]);
});

it('tells settings of the same kind apart', () => {
  const descriptionOf = (name: string) => rows.find((row) => row[1] === `\`dialects.nextcloud.source.${name}\``)?.[4];
  expect([descriptionOf('url'), descriptionOf('token_exchange.url')]).toEqual([
    'Address of the Nextcloud.',
    'Token endpoint of the issuer.',
  ]);
});

it('says of every secret that it may lie in a file, and by which key', () => {
  const told = rows.flatMap(([, name = '', , , description = '']) => (description.includes('a file that holds it') ? [name] : []));
  expect(told).toEqual(
    expect.arrayContaining([
      '`server.token`',
      '`access.tokens.<name>.token`',
      '`models.<name>.api_key`',
      '`engines.<name>.api_key`',
      '`engines.<name>.token`',
    ]),
  );
  expect(rows.find(([, name]) => name === '`models.<name>.api_key`')?.[4]).toMatch(/ Or `api_key_file`: a file that holds it\.$/);
  expect(told.filter((name) => name.includes('headers'))).toEqual([]);
});

it('writes settings as in a file and variables as in an environment', () => {
  expect(rows.map(([, name, , , , variable]) => `${name ?? ''} ${variable ?? ''}`)).toContain(
    '`sources.max_file_mb` `TRIBUTARY_SOURCES__MAX_FILE_MB`',
  );
});
