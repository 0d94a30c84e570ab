import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

/** What is asked is what a folder holds, not how soon a busy machine tells. */
const PATIENTLY = ['--deadline', '30000'];
const golden = (version: string) => fileURLToPath(new URL(`fixtures/backup-${version}`, import.meta.url));

/** Says of a store that another version wrote it. */
function setFormat(data: string, format: number): void {
  const store = new DatabaseSync(join(data, 'store/main/store.db'));
  store.exec(`PRAGMA user_version = ${format.toString()}`);
  store.close();
}

// Made once by the version it is named after, and never changed: `tributary import`, `index` and `backup`.
it.each(['0.1.0'])('restores, reads and goes on with the backup of a data folder of %s', { timeout: 120_000 }, async (version) => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await tributary([...args, '--data', data]);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await run('restore', golden(version));
  expect(await run('search', 'what does the barometer do', ...PATIENTLY)).toContain('The barometer falls before a storm.');
  expect(await run('search', 'lightTheLamp', ...PATIENTLY)).toContain('lamp.ts');
  expect(JSON.parse(await run('collections', '--json'))).toMatchObject({
    collections: [
      { name: 'log', documents: 2 },
      { name: 'notes-code', documents: 1 },
      { name: 'notes-docs', documents: 1 },
    ],
  });
  const exported = (await run('export', 'log'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(exported).toContainEqual(expect.objectContaining({ id: 'a', user_id: 'ada', tags: ['plan'], metadata: { by: 'ada' } }));
  expect(exported).toContainEqual(expect.objectContaining({ id: 'b', version: 7 }));
  const note = join(folder.path, 'more.jsonl');
  await writeFile(note, '{"id":"c","collection":"log","content":"The kestrel nests in the tower."}\n');
  await run('import', note);
  expect(await run('search', 'where does the kestrel nest', ...PATIENTLY)).toContain('nests in the tower');
});

it('refuses a data folder that a newer version wrote, says what to do, and leaves it as it is', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const run = (...args: readonly string[]) => tributary([...args, '--data', data]);
  expect((await run('restore', golden('0.1.0'))).code).toBe(0);
  setFormat(data, 99);
  const refused = await run('collections');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/written by a newer Tributary \(format 99, .*\): upgrade Tributary or choose another data folder/);
  setFormat(data, 1);
  expect((await run('search', 'what does the barometer do', ...PATIENTLY)).stdout).toContain('The barometer falls before a storm.');
});
