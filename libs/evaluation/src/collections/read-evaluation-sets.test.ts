import { temporaryFolder } from '@tributary/testing';
import { mkdir, rm, writeFile } from 'node:fs/promises';
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

it('pairs damaged queries with the others by their ids, whatever their order', async () => {
  await using folder = await temporaryFolder();
  const lines = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts)
      .map(([_id, text]) => `${JSON.stringify({ _id, text })}\n`)
      .join('');
  await writeSet(folder.path, {
    'queries.jsonl': lines({ q1: 'lift', q3: 'drag' }),
    'queries.typo.jsonl': lines({ q3: 'darg', q4: 'trhust', q1: 'lfit' }),
    'qrels.tsv': 'q1\ta\t2\nq3\t2\t1\nq4\ta\t1\n',
  });
  const [set] = await readEvaluationSets(folder.path);
  expect(set?.damaged).toEqual([
    { id: 'q1', text: 'lfit' },
    { id: 'q3', text: 'darg' },
  ]);
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

it.each([
  ['in another order, as the first line names them', 'score\tcorpus-id\tquery-id\n2\ta\tq1\n0\t2\tq1\n'],
  ['in another order, with lines of Windows', 'corpus-id\tquery-id\tscore\r\na\tq1\t2\r\n2\tq1\t0\r\n'],
  ['without a first line that names them', 'q1\ta\t2\nq1\t2\t0\n'],
  ['behind a byte-order mark', '\uFEFFq1\ta\t2\nq1\t2\t0\n'],
])('reads the columns of judgments %s', async (_, qrels) => {
  await using folder = await temporaryFolder();
  await writeSet(folder.path, { 'qrels.tsv': qrels });
  const [set] = await readEvaluationSets(folder.path);
  expect(set?.judgments.get('q1')).toEqual(
    new Map([
      ['a', 2],
      ['2', 0],
    ]),
  );
});

it.each([
  [
    'nobody judges its queries',
    { 'qrels.tsv': `${QRELS.split('\n')[0] ?? ''}\nq9\ta\t1\n` },
    /none of the queries in queries\.jsonl is judged/,
  ],
  ['it has no queries', { 'queries.jsonl': '' }, /none of the queries in queries\.jsonl is judged/],
  ['it has none of the judged documents', { 'qrels.tsv': 'head\nq1\tnowhere\t1\n' }, /none of the judged documents is in corpus\.jsonl/],
  ['a judged query is empty', { 'queries.jsonl': '{"_id":"q1","text":" "}\n' }, /queries\.jsonl, query q1: The query is empty/],
  ['a judgment has no grade', { 'qrels.tsv': 'head\nq1\ta\t\n' }, /qrels\.tsv, line 2: expected query-id, corpus-id and score/],
] as const)('says what to do where %s, and measures nothing', async (_, files, message) => {
  await using folder = await temporaryFolder();
  await writeSet(folder.path, files);
  const reading = readEvaluationSets(folder.path);
  await expect(reading).rejects.toMatchObject({ code: 'EVAL.UNREADABLE' });
  await expect(reading).rejects.toThrow(message);
});

it('says where judgments belong that are not there', async () => {
  await using folder = await temporaryFolder();
  await writeSet(folder.path);
  await rm(join(folder.path, 'qrels.tsv'));
  await expect(readEvaluationSets(folder.path)).rejects.toThrow(/has no judgments: put them into qrels\.tsv or qrels\/test\.tsv/);
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
