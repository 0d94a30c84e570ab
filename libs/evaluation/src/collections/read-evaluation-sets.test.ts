import { temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEvaluationSets, readQuestions } from './read-evaluation-sets.js';
import { splitSet } from './split-set.js';

const CORPUS = '{"_id":"a","title":"Wings","text":"Lift."}\n{"_id":2,"text":"Drag."}\n';
const QUERIES = '{"_id":"q1","text":"lift"}\n{"_id":"q2","text":"nobody judged this"}\n';
const QRELS = 'query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\t2\t0\n';

async function writeSet(folder: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const all = { 'corpus.jsonl': CORPUS, 'queries.jsonl': QUERIES, 'qrels.tsv': QRELS, ...files };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text)));
}

it('reads the folders of a folder, or one of them, in order of name, with judged queries only', async () => {
  await using folder = await temporaryFolder();
  await writeSet(join(folder.path, 'b'), { 'queries.typo.jsonl': '{"_id":"q1","text":"lfit"}\n' });
  await writeSet(join(folder.path, 'a'));
  await writeFile(join(folder.path, 'README.md'), 'not a collection');
  const [a, b] = await readEvaluationSets(folder.path);
  expect(a).toEqual({
    name: 'a',
    documents: [
      { id: 'a', title: 'Wings', text: 'Lift.' },
      { id: '2', title: '', text: 'Drag.' },
    ],
    queries: [{ id: 'q1', text: 'lift' }],
    damaged: [],
    judgments: new Map([
      [
        'q1',
        new Map([
          ['a', 2],
          ['2', 0],
        ]),
      ],
    ]),
  });
  expect(b?.damaged).toEqual([{ id: 'q1', text: 'lfit' }]);
  expect(await readEvaluationSets(join(folder.path, 'b'))).toEqual([b]);
});

it('reads queries and judgments of a folder whose documents are elsewhere', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'queries.jsonl'), QUERIES);
  await writeFile(join(folder.path, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\tdocs/wings.md\t2\n');
  expect(await readQuestions(folder.path)).toEqual({
    queries: [{ id: 'q1', text: 'lift' }],
    judgments: new Map([['q1', new Map([['docs/wings.md', 2]])]]),
  });
});

it('names file and line of what it cannot read', async () => {
  await using folder = await temporaryFolder();
  await expect(readEvaluationSets(join(folder.path, 'missing'))).rejects.toThrow(/cannot be read/);
  await expect(readEvaluationSets(folder.path)).rejects.toThrow(/holds no collection/);
  await writeSet(join(folder.path, 'a'), { 'corpus.jsonl': `${CORPUS}{"text":"no id"}\n` });
  await expect(readEvaluationSets(folder.path)).rejects.toMatchObject({ code: 'EVAL.UNREADABLE' });
  await expect(readEvaluationSets(folder.path)).rejects.toThrow(/corpus\.jsonl, line 3/);
  await writeSet(join(folder.path, 'a'), { 'qrels.tsv': 'head\nq1 a 1\n' });
  await expect(readEvaluationSets(folder.path)).rejects.toThrow(/qrels\.tsv, line 2/);
});

it('cuts a set into parts that hold every document once, the same each time', async () => {
  await using folder = await temporaryFolder();
  const corpus = Array.from({ length: 50 }, (_, n) => JSON.stringify({ _id: n.toString(), text: 'text' })).join('\n');
  await writeSet(join(folder.path, 'a'), { 'corpus.jsonl': corpus });
  const [set] = await readEvaluationSets(folder.path);
  if (set === undefined) throw new Error('There is one set.');
  const parts = splitSet(set, 8);
  expect(parts.map(({ name }) => name)).toEqual(Array.from({ length: 8 }, (_, n) => `a--8-${n.toString()}`));
  expect(parts.flatMap(({ documents }) => documents.map(({ id }) => Number(id))).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  );
  expect(splitSet(set, 8)).toEqual(parts);
});
