import { temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const json = (text: string): unknown => JSON.parse(text);

it('names what was deleted or replaced since the export it is given, and takes it with --anew', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using place = await temporaryFolder();
  const data = ['--data', folder.path];
  const [file, one] = [join(place.path, 'all.jsonl'), JSON.stringify({ id: 'a2', content: 'Changed since.' })];
  const input = ['a1', 'a2', 'a3'].map((id) => JSON.stringify({ id, content: `Text of ${id}.` })).join('\n');
  await tributary(['import', '-', '--collection', 'mem', ...data], { input });
  await writeFile(file, (await tributary(['export', 'mem', ...data])).stdout);
  expect(await tributary(['delete', 'tributary://mem/a1', ...data])).toMatchObject({ code: 0 });
  await tributary(['import', '-', '--collection', 'mem', ...data], { input: one });

  const { code, stdout, stderr } = await tributary(['import', file, ...data]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Accepted 1 document in mem in [^\n]*\nSearchable after .*: 1 document, /)]);
  expect(stderr).toMatch(
    /2 documents are not taken: deleted since, or there in a newer version \(a[12], a[12]\)\. To have them .* --anew\./,
  );
  const told = json((await tributary(['import', file, '--json', ...data])).stdout);
  expect(told).toMatchObject({ documents: 1, superseded: 2, superseded_lines: [expect.anything(), expect.anything()] });

  const anew = json((await tributary(['import', file, '--anew', '--json', ...data])).stdout);
  expect(anew).toMatchObject({ documents: 3, superseded: 0, finished: true });
  const after = (await tributary(['export', 'mem', ...data])).stdout;
  expect(['a1', 'a2', 'a3'].filter((id) => after.includes(`Text of ${id}.`))).toEqual(['a1', 'a2', 'a3']);
});

it(
  'takes a text under the version of a blank one that was refused, and counts none where a blank one deleted it',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    const bring = (id: string, version: number, content: string) => {
      const input = JSON.stringify({ id, version, content });
      return tributary(['import', '-', '--json', '--collection', 'mem', '--data', folder.path], { input });
    };
    for (const _twice of [1, 2]) {
      const { code, stdout } = await bring('b1', 5, ' ');
      expect([code, stdout]).toEqual([1, expect.stringContaining('DOCUMENT.NO_TEXT')]);
    }
    expect(json((await bring('b1', 5, 'A text.')).stdout)).toMatchObject({ documents: 1, unchanged: 0, superseded: 0, chunks: 1 });
    await bring('b1', 6, ' ');
    expect(json((await bring('b1', 6, 'A text.')).stdout)).toMatchObject({ documents: 0, unchanged: 0, superseded: 1, chunks: 0 });
  },
);
