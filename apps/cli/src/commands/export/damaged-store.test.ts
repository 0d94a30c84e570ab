import { DocumentInput } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const PAGE = 4096;
const DOCUMENTS = 300;
const FILLER = 'Of nothing in particular. '.repeat(30);

/** Overwrites the pages on which a text stands, as a bad sector would. */
async function damagePagesWith(text: string, folder: string): Promise<void> {
  const name = (await readdir(folder, { recursive: true })).find((path) => path.endsWith('store.db'));
  const file = join(folder, name ?? 'store.db');
  const bytes = await readFile(file);
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
    const start = at - (at % PAGE);
    bytes.fill(0xff, start, start + PAGE);
  }
  await writeFile(file, bytes);
}

it('writes all that does not lie on a damaged page, counts what does, and ends with 1', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using place = await temporaryFolder();
  const [data, file] = [['--data', folder.path], join(place.path, 'saved.jsonl')];
  const input = Array.from({ length: DOCUMENTS }, (_, n) =>
    JSON.stringify({ id: `doc-${n.toString()}`, title: `Document ${n.toString()}`, content: `Marker${n.toString()}. ${FILLER}` }),
  );
  expect(await tributary(['import', '-', '--collection', 'notes', ...data], { input: input.join('\n') })).toMatchObject({ code: 0 });
  await damagePagesWith('Marker150.', folder.path);
  const { code, stderr } = await tributary(['export', 'notes', '--out', file, ...data]);
  const left = Number(/Left out at most (\d+) documents? on damaged pages/.exec(stderr)?.[1]);
  const saved = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const ids = new Set(saved.map((line) => DocumentInput.parse(JSON.parse(line)).id));
  expect([code, ids.has('doc-150'), ids.has('doc-0'), ids.has('doc-299')]).toEqual([1, false, true, true]);
  expect([left > 0 && left < 20, ids.size + left, saved.length]).toEqual([true, DOCUMENTS, ids.size]);
  expect(stderr).toContain('"tributary restore"');
});
