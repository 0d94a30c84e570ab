import { startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tributary } from '../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let app: AppProcess;
beforeAll(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  const harbour = join(folder.path, 'harbour');
  await mkdir(harbour);
  await writeFile(join(harbour, 'tides.md'), '# Tides\n\nHigh water is at noon.\n');
  app = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  await app.ready();
  expect((await run('index', harbour)).code).toBe(0);
}, 60_000);
afterAll(async () => {
  await app.end('SIGTERM');
  await folder.remove();
});

const run = (...args: readonly string[]) => tributary([...args, '--data', data]);

describe('a name that nothing has is answered with the one that may have been meant', () => {
  it.each([
    ['collections', 'show', 'habour-docs'],
    ['collections', 'describe', 'habour-docs', 'Of the sea.'],
    ['collections', 'remove', 'habour-docs', '--confirm', 'habour-docs'],
    ['migrate', 'habour-docs'],
    ['reembed', 'habour-docs'],
    ['export', 'habour-docs'],
  ])('%s %s', async (...args) => {
    const { code, stderr } = await run(...args);
    const said = `There is no collection habour-docs in ${data}: did you mean harbour-docs? "tributary collections" shows the ones there are.\n`;
    expect([code, stderr]).toEqual([1, said]);
  });

  it('of a search', async () => {
    const { stderr } = await run('search', 'water', '-c', 'habour-docs');
    expect(stderr).toBe('No collection fits habour-docs: did you mean harbour-docs? There are: harbour-docs.\n');
  });

  it('of a source', async () => {
    const { code, stderr } = await run('sources', 'pause', 'habour');
    const expected = `There is no source habour in ${data}: did you mean harbour? "tributary sources" shows the ones there are.\n`;
    expect([code, stderr]).toEqual([1, expected]);
  });

  it('unless nothing is like it', async () => {
    const { stderr } = await run('collections', 'show', 'xyz');
    expect(stderr).toBe(`There is no collection xyz in ${data}: "tributary collections" shows the ones there are.\n`);
  });
});

describe('what is advised is said in options and commands', () => {
  const filter = '{"must":[{"key":"lang","match":{"value":"none"}}]}';
  it.each([
    [['fetch', 'tributary://harbour-docs/harbour/tides.md', '--lines', '50-60'], /^No such lines: the document has lines 1 to 3\.$/m],
    [['delete', '--filter', filter], 'Say in --collection where the filter is to delete.'],
    [['search', 'water', '--after', 'nonsense'], 'give --after what index, import or delete answered as `token` (--json).'],
    [['search', 'water', '--filter', filter], 'leave out --filter, --since and --until to search everything.'],
    [['search', 'zzzz', '--algorithm', 'keyword'], 'look for other words, or by --algorithm hybrid.'],
  ])('%j', async (args, sentence) => {
    const { stdout, stderr } = await run(...args);
    expect(stdout + stderr).toMatch(sentence);
  });

  it('also where nothing is indexed yet', async () => {
    await using empty = await temporaryFolder();
    const { stdout } = await tributary(['search', 'water', '--data', empty.path]);
    expect(stdout).toContain('There is no collection to search yet: "tributary index PATH" makes the first.');
  });
});
