import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

// Made once by the version it is named after, and never changed: `tributary import`, `index` and `backup`.
it.each(['0.1.0'])('restores, reads and goes on with the backup of a data folder of %s', { timeout: 120_000 }, async (version) => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const golden = fileURLToPath(new URL(`fixtures/backup-${version}`, import.meta.url));
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await tributary([...args, '--data', data]);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await run('restore', golden);
  expect(await run('search', 'what does the barometer do')).toContain('The barometer falls before a storm.');
  expect(await run('search', 'lightTheLamp')).toContain('lamp.ts');
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
  expect(await run('search', 'where does the kestrel nest')).toContain('nests in the tower');
});
