import { temporaryFolder } from '@tributary/testing';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tributary } from '../running/tributary.fixture.js';

const COMMANDS = [
  'start',
  'stop',
  'mcp',
  'index',
  'import',
  'search',
  'fetch',
  'collections',
  'sources',
  'jobs',
  'status',
  'delete',
  'adopt',
];

describe('help', () => {
  it('lists every command', async () => {
    const { code, stdout } = await tributary(['--help']);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
  });

  it.each(COMMANDS)('of %s has an example and the options every command takes', async (command) => {
    const { code, stdout } = await tributary([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nExample:\n {2}\S/);
    expect(stdout).toContain('--json');
    expect(stdout).toContain('--data <dir>');
  });

  it('names the data folder that is used where none is given', async () => {
    const helpIn = async (env: Readonly<Record<string, string>>) => (await tributary(['--help'], { env })).stdout.replaceAll(/\s+/g, ' ');
    const user = { XDG_DATA_HOME: '/srv' };
    expect(await helpIn(user)).toContain('(default: data.folder of the configuration, else /srv/tributary)');
    const clone = { ...user, TRIBUTARY_DEFAULT_DATA_FOLDER: '/clone/.tributary' };
    expect(await helpIn(clone)).toContain('(default: data.folder of the configuration, else /clone/.tributary)');
    expect(await helpIn({ ...clone, TRIBUTARY_DATA__FOLDER: '/named' })).toContain('(default: /named)');
  });

  it('is that of start by the name that other programs give it, too', async () => {
    expect(await tributary(['serve', '--help'])).toEqual(await tributary(['start', '--help']));
  });

  it('is shown, and fails, when no command is named', async () => {
    expect(await tributary([])).toMatchObject({ code: 2, stdout: '' });
  });

  it('gives the version of the product', async () => {
    expect(await tributary(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
  });
});

describe('wrong arguments end with 2, one sentence on standard error and nothing on standard output', () => {
  it.each([
    [['serach', 'x'], `Unknown command 'serach': did you mean search? See "tributary --help".`],
    [['search'], `Missing required argument 'query'. See "tributary search --help".`],
    [['search', 'x', '--limt', '3'], `Unknown option '--limt': did you mean --limit? See "tributary search --help".`],
    [
      ['search', 'harbour', '-salt'],
      `Unknown option '-salt'. To exclude a word, quote the whole query: tributary search 'harbour -salt'. See`,
    ],
    [['search', 'what', 'is', '-new'], `To exclude a word, quote the whole query: tributary search 'harbour -salt'. See`],
    [['search', 'x', '--limit', '101'], 'Write a whole number from 1 to 100. See "tributary search --help".'],
    [['search', 'x', '--limit', 'many'], 'Write a whole number from 1 to 100.'],
    [['search', 'x', '--min-relevance', '2'], 'Write a number from 0 to 1.'],
    [['search', 'x', '--algorithm', 'magic'], 'Allowed choices are hybrid, semantic, keyword, fuzzy, rrf, dbsf.'],
    [['search', 'x', '--filter', '{lang:ts}'], 'Write JSON, in single quotes so that the shell leaves it alone.'],
    [['search', 'x', '--filter', '{"lang":"ts"}'], 'Write conditions under must, should, must_not or min_should, such as {"must":['],
    [['search', 'x', '--weights', 'keyword=-1'], 'Write lanes with weights of 0 or more, such as keyword=2,semantic=0.5.'],
    [['search', 'x', '--prefer-by', 'hard'], '--prefer-by goes with --prefer.'],
    [['search', 'x', '--wait', '30001'], 'Write a whole number from 0 to 30000.'],
    [['search', ' '], 'query: The query is empty: say what to look for.'],
    [['search', 'x', '--since', 'yesterday'], 'since: '],
    [['search', 'x', '--url', 'localhost'], '--url takes the address of a server, such as http://127.0.0.1:7411.'],
    [['search', 'x', '--token', 't'], '--token goes with --url: '],
    [['fetch', 'tributary://a/b', '--lines', '9-3'], 'Write the first and the last line, such as 10-40.'],
    [['index'], `Missing required argument 'paths'. See "tributary index --help".`],
    [['index', ''], 'A path is empty: name a folder or a file; "." is the folder you are in. See "tributary index --help".'],
    [['start', ' '], 'A path is empty: '],
    [['index', 'ftp://example.org'], 'ftp://example.org is no web address: only http and https are indexed.'],
    [['index', 'https://example.org', '--watch'], 'Web pages are not watched: they are looked at again with --recheck'],
    [['index', '.', '-c', 'no/slash'], 'collection: A collection name starts with a letter or digit'],
    [['import', '-', '-c', 'no/slash'], 'no/slash cannot name a collection: give one with --collection.'],
    [['collections', 'remove', 'notes'], 'add --confirm notes to do it.'],
    [['delete'], 'Give either addresses or --filter. See "tributary delete --help".'],
    [['collections', 'rm', 'notes'], `Unknown command 'rm'. See "tributary collections --help".`],
    [['jobs', 'nope'], `Unknown command 'nope'. See "tributary jobs --help".`],
    [['--config', 'search', '--data=x', 'jobs', 'nope'], 'See "tributary jobs --help".'],
    [['delete', 'a', '--filter', '{"must":[]}'], 'Give either addresses or --filter.'],
    [['jobs', 'list', '--state', 'lost'], 'cancelled. See "tributary jobs list --help".'],
    [['mcp', 'install'], `See "tributary mcp install --help".`],
    [['--data', 'x', 'sources', '--url', 'y', 'remove'], `See "tributary sources remove --help".`],
    [['start', '--port', '70000'], 'Write a whole number from 0 to 65535.'],
    [['serve', '--port', '70000'], 'See "tributary start --help".'],
  ])('%j', async (args, sentence) => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await tributary(args, { env: { XDG_DATA_HOME: folder.path } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('and with --json the error is JSON', async () => {
    const { code, stdout } = await tributary(['delete', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'USAGE.ARGUMENTS', message: 'Give either addresses or --filter.', retryable: false },
    });
    expect(JSON.parse((await tributary(['search', '--json'])).stdout)).toEqual({
      error: { code: 'USAGE.ARGUMENTS', message: `Missing required argument 'query'. See "tributary search --help".`, retryable: false },
    });
  });
});

describe('a wrong configuration ends with 78', () => {
  it('and names the variable and what to write', async () => {
    const { code, stdout, stderr } = await tributary(['status'], { env: { TRIBUTARY_SERVER__PORT: 'many' } });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('TRIBUTARY_SERVER__PORT');
  });

  it('and names the key of the file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'tributary.yaml');
    await writeFile(file, 'server:\n  prot: 1\n');
    const { code, stderr } = await tributary(['status', '--config', file, '--data', folder.path]);
    expect(code).toBe(78);
    expect(stderr).toContain('prot');
  });
});

it('ends with 1 and a sentence when a folder to be indexed is not there, before anything is started', async () => {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await tributary(['index', folder.path, '/no/such/folder', '--data', join(folder.path, 'data')]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('/no/such/folder is not there or cannot be read: give a folder or a file that exists.\n');
  expect(await readdir(folder.path)).toEqual([]);
});

it('ends with 1 and a sentence when nobody answers at --url', async () => {
  const { code, stdout, stderr } = await tributary(['status', '--url', 'http://127.0.0.1:9']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('Nobody answers at http://127.0.0.1:9: start a server with "tributary start", or check the address.\n');
});
