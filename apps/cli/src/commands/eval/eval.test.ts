import { EvaluationReport } from '@tributary/evaluation';
import { eventually, sampleModel, startOpenAiServer, startRerankServer, temporaryFolder } from '@tributary/testing';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tributary } from '../../running/tributary.fixture.js';

const ANIMALS = {
  okapi: 'The okapi is a shy relative of the giraffe that lives in the rain forest.',
  eel: 'The electric eel stuns its prey with a discharge of several hundred volts.',
  swift: 'The common swift sleeps while it flies and lands only to breed.',
  mole: 'The star-nosed mole feels its way with twenty-two fleshy tentacles.',
};
const QUESTIONS = { okapi: 'shy relative of the giraffe', eel: 'fish that stuns with volts', swift: 'bird that sleeps while flying' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ['animals', 'beasts']) {
    await mkdir(join(folder.path, name));
    const write = (file: string, lines: readonly string[]) => writeFile(join(folder.path, name, file), `${lines.join('\n')}\n`);
    await write(
      'corpus.jsonl',
      Object.entries(ANIMALS).map(([id, text]) => JSON.stringify({ _id: `${name}:${id}`, title: '', text })),
    );
    await write(
      'queries.jsonl',
      Object.entries(QUESTIONS).map(([id, text]) => JSON.stringify({ _id: id, text })),
    );
    await write('qrels.tsv', ['query-id\tcorpus-id\tscore', ...Object.keys(QUESTIONS).map((id) => `${id}\t${name}:${id}\t1`)]);
  }
});
afterAll(() => folder.remove());

async function evaluate(...args: readonly string[]): Promise<EvaluationReport> {
  const { code, stdout, stderr } = await tributary(['eval', '--collections', folder.path, '--json', ...args]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return EvaluationReport.parse(JSON.parse(stdout));
}

const DISHES = ['goulash', 'risotto', 'bouillabaisse', 'moussaka', 'paella', 'borscht', 'ceviche'];

/** Long enough for passages of their own, and what is asked for stands under what would be a heading; one question is answered by all of them. */
async function writeRecipes(path: string): Promise<void> {
  const write = (file: string, lines: readonly object[]) =>
    writeFile(join(path, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const text = (dish: string) => `${'It wants patience and a low flame. '.repeat(12)}\n# Serving\nThe ${dish} comes on a warm plate.`;
  const asked = DISHES.map((dish) => ({ _id: dish, text: `how does ${dish} come` }));
  await mkdir(path);
  await write(
    'corpus.jsonl',
    DISHES.map((dish, at) => ({ _id: `r-${dish}`, title: at % 2 === 0 ? '' : `Recipe ${at.toString()}`, text: text(dish) })),
  );
  await write('queries.jsonl', [...asked, { _id: 'all', text: 'what comes on a warm plate' }]);
  await writeFile(join(path, 'qrels.tsv'), DISHES.map((dish) => `${dish}\tr-${dish}\t1\nall\tr-${dish}\t1\n`).join(''));
}

/** An answer that does not come. */
const NEVER = new Promise<never>(() => undefined);

interface Reranking {
  readonly env?: Readonly<Record<string, string>>;
  /** Where the report goes; left out: it is printed in place of the table. */
  readonly reportFile?: string;
}

/** Runs the evaluation of the animals with one reranker. */
function rerankedBy(local: object, { env = {}, reportFile }: Reranking = {}) {
  const args = ['eval', '--collections', join(folder.path, 'animals'), '--in-process', '--rerank', '--concurrency', '1'];
  const report = reportFile === undefined ? ['--json'] : ['--json-file', reportFile];
  return tributary([...args, ...report], { env: { ...env, TRIBUTARY_RERANKERS: JSON.stringify({ local }) } });
}

async function animalsOf(run: ReturnType<typeof rerankedBy>): Promise<EvaluationReport['collections'][number]> {
  const { code, stdout, stderr } = await run;
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return animalsIn(stdout);
}

function animalsIn(report: string): EvaluationReport['collections'][number] {
  const [animals] = EvaluationReport.parse(JSON.parse(report)).collections;
  if (animals === undefined) throw new Error('The report holds no collection.');
  return animals;
}

// Each run starts a server of its own and indexes into it.
describe('tributary eval', { timeout: 120_000 }, () => {
  it('says what it could not measure', async () => {
    const queries = await readFile(join(folder.path, 'animals', 'queries.jsonl'), 'utf8');
    const judgments = await readFile(join(folder.path, 'animals', 'qrels.tsv'), 'utf8');
    await using other = await temporaryFolder();
    const set = join(other.path, 'animals');
    await cp(join(folder.path, 'animals'), set, { recursive: true });
    await writeFile(join(set, 'qrels.tsv'), `${judgments}${Object.keys(QUESTIONS)[0] ?? ''}\tunicorn\t1\n`);
    await writeFile(join(set, 'queries.typo.jsonl'), `${queries.split('\n')[0] ?? ''}\n`);
    const count = Object.keys(QUESTIONS).length;
    const { stderr } = await tributary(['eval', '--collections', set, '--typos', '--in-process']);
    expect(stderr).toContain(`1 of ${(count + 1).toString()} right answers are not among its documents, and count as not found`);
    expect(stderr).toContain(`queries.typo.jsonl has 1 of ${count.toString()} queries, so none are asked with typing errors`);
  });

  it('measures the same over HTTP as in process', async () => {
    const file = join(folder.path, 'report.json');
    const overHttp = await evaluate('--only', 'animals', '--bundled', '2', '--json-file', file);
    const inProcess = await evaluate('--only', 'animals', '--bundled', '2', '--in-process');
    expect(inProcess).toEqual(overHttp);
    expect(EvaluationReport.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(overHttp);
    const [animals] = overHttp.collections;
    expect(animals).toMatchObject({ name: 'animals', documents: 4, queries: 3, hybrid: { 'ndcg@10': 1, 'mrr@10': 1, 'recall@100': 1 } });
  });

  it('counts only documents of the home collection in a federation, and finds a split corpus again', async () => {
    const report = await evaluate('--federated', '--split', '2', '--in-process');
    // Both collections hold the same texts: the home document is first or second.
    expect(report.federated?.homeOnly['ndcg@10']).toBe(1);
    expect(report.federated?.['recall@100']).toBe(1);
    expect(report.federated?.['ndcg@10']).toBeGreaterThan(0.6);
    expect(report.federated?.['ndcg@10']).toBeLessThan(1);
    const { animals, beasts } = report.federated?.sets ?? {};
    expect(((animals?.ratio ?? 0) + (beasts?.ratio ?? 0)) / 2).toBeCloseTo(report.federated?.ratio ?? 0, 10);
    expect(((animals?.home_first ?? 0) + (beasts?.home_first ?? 0)) / 2).toBeCloseTo(report.federated?.home_first ?? 0, 10);
    expect(report.splits).toMatchObject([
      { set: 'animals', parts: 2, 'ndcg@10': 1, ratio: 1 },
      { set: 'beasts', parts: 2, 'ndcg@10': 1, ratio: 1 },
    ]);
  });

  it('takes each as a small collection that answers fewer questions', async () => {
    const { collections } = await evaluate('--documents', '2', '--in-process');
    const small = { documents: 2, queries: 1, hybrid: { 'ndcg@10': 1 } };
    expect(collections).toMatchObject([
      { name: 'animals', ...small },
      { name: 'beasts', ...small },
    ]);
  });

  it('asks several collections by another algorithm, and says so', async () => {
    const args = ['eval', '--collections', folder.path, '--federated', '--split', '2', '--algorithm', 'rrf', '--in-process'];
    const { stdout } = await tributary(args);
    expect(stdout).toMatch(
      /^Federated by rrf over all 2: nDCG@10 0\.\d+, home only 1\.000.*; ratio \(home first\) of each: animals \d\.\d{3} \(\d\.\d{3}\), beasts/m,
    );
    expect(stdout).toMatch(/\| one index by rrf +\| split +\|/);
  });

  it('measures with a reranker beside without, and refuses a figure where it had no say', async () => {
    // The mole is no answer to any of the questions.
    await using reranker = await startRerankServer({
      dialect: 'tei',
      score: (_, texts) => texts.map((text) => (text.includes('mole') ? 9 : 0)),
    });
    const run = () => rerankedBy({ type: 'http', url: reranker.url, weight: 100, wait_ms: 10_000 });
    const { hybrid, reranked } = await animalsOf(run());
    expect(hybrid['ndcg@10']).toBe(1);
    expect(reranked?.['ndcg@10']).toBeLessThan(0.7);
    expect(reranked?.difference.high).toBeLessThan(0);
    expect(reranked?.heads).toEqual({ whole: 3, in_part: 0, not_at_all: 0, documents: 4, scored: 4 });
    await reranker.stop();
    const failed = await run();
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('EVAL.NOT_RERANKED');
    expect(failed.stdout).toContain('Not one query was reranked. The reranker local failed (RERANKER.UNAVAILABLE)');
    expect(failed.stdout).toContain('Mend it and ask again');
  });

  it('goes on where a reranker is late for some queries, and counts them', async () => {
    await using reranker = await startRerankServer({
      dialect: 'tei',
      score: (query, texts) => (query === QUESTIONS.eel ? NEVER : texts.map((text) => (text.includes('mole') ? 9 : 0))),
    });
    const local = { type: 'http', url: reranker.url, weight: 100, wait_ms: 2_000 };
    const file = join(folder.path, 'late.json');
    // On a busy machine it may be late for others too: then all is measured again.
    await eventually(async () => {
      const { code, stdout: table } = await rerankedBy(local, { reportFile: file });
      expect(code).toBe(0);
      const { reranked } = animalsIn(await readFile(file, 'utf8'));
      expect(reranked?.heads).toEqual({ whole: 2, in_part: 0, not_at_all: 1, documents: 4, scored: 8 / 3 });
      expect(table).toMatch(
        /\| reranked whole \| in part \| not at all \| documents scored \|\n.*\n\| animals \|.* \| 2 \| 0 \| 1 \| 2\.7 of 4\.0 \|/,
      );
    });
  });

  it('counts what a reranker scored that is slower than its wait for some of the documents', async () => {
    const model = sampleModel();
    const embed = (texts: readonly string[]) => (texts.some((text) => text.includes('mole')) ? NEVER : model.embed(texts));
    await using server = await startOpenAiServer({ model: { ...model, embed } });
    const env = {
      TRIBUTARY_MODELS: JSON.stringify({
        static: { type: 'static' },
        slow: { type: 'openai', url: `${server.url}/v1`, model: model.name },
      }),
    };
    await eventually(async () => {
      const { reranked } = await animalsOf(rerankedBy({ type: 'model', model: 'slow', wait_ms: 2_000 }, { env }));
      // Passages are read in batches of two, then four: the mole keeps the one beside it waiting.
      expect(reranked?.heads).toEqual({ whole: 0, in_part: 3, not_at_all: 0, documents: 4, scored: 2 });
    });
  });

  it('compares "auto" with asking all, and routes by descriptions alone', async () => {
    const file = join(folder.path, 'descriptions.json');
    const descriptions = { animals: 'The okapi, the eel, the swift, the mole.', beasts: 'Steam engines.' };
    await writeFile(file, JSON.stringify({ descriptions }));
    const { planning, routing } = await evaluate('--auto', '4', '--descriptions', file, '--in-process');
    // Four topics are asked without a look at them, so nothing can be lost.
    expect(planning).toMatchObject({ collections: 4, ratio: 1, asked: 1, most_asked: 4 });
    expect(routing).toMatchObject({ collections: 2, queries: 6, sets: { beasts: { top1: 0 } } });
    expect(routing?.sets['animals']?.top1).toBe(1);
  });

  it('cuts each corpus into collections, alone and beside the other, and writes what placed each hit', async () => {
    const file = join(folder.path, 'evidence.jsonl');
    const { cuts } = await evaluate('--cuts', '--evidence-file', file, '--in-process');
    const shapes = cuts?.map(({ set, cut, parts, beside }) => `${set} ${cut} ${parts.toString()} ${beside.toString()}`);
    expect(shapes).toContain('animals lengths 2 0');
    expect(shapes).toContain('beasts topics 3 1');
    expect(shapes).toHaveLength(12);
    for (const { beside, ratio, whole } of cuts ?? [])
      expect({ whole: whole['ndcg@10'], ratio: beside > 0 || ratio }).toEqual({ whole: 1, ratio: beside > 0 || 1 });
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const first = z
      .object({ set: z.string(), cut: z.string(), joint: z.array(z.object({ joint: z.number(), gain: z.number() })) })
      .parse(JSON.parse(lines[0] ?? ''));
    expect(first).toMatchObject({ set: 'animals', cut: 'all' });
    expect(first.joint.map(({ gain }) => gain)).toContain(1);
  });

  it('cuts each corpus into collections of each model, beside those of another one', async () => {
    await using server = await startOpenAiServer({ model: sampleModel() });
    const models = { static: { type: 'static' }, served: { type: 'openai', url: `${server.url}/v1`, model: sampleModel().name } };
    const env = { TRIBUTARY_MODELS: JSON.stringify(models) };
    const file = join(folder.path, 'mixed.json');
    const args = ['eval', '--collections', folder.path, '--cuts', '--mixed-models', '--in-process', '--model', 'static'];
    const table = (await tributary([...args, '--json-file', file], { env })).stdout;
    const { cuts = [], runs } = EvaluationReport.parse(JSON.parse(await readFile(file, 'utf8')));
    const mixed = cuts.flatMap(({ models: [model, other] = [], set, cut, parts, beside }) =>
      model === undefined ? [] : `${set} ${cut}, ${parts.toString()} of ${model} beside ${beside.toString()} of ${other ?? ''}`,
    );
    expect(mixed).toContain('animals lengths, 2 of static beside 1 of served');
    expect(mixed).toContain('beasts topics, 3 of served beside 1 of static');
    expect(mixed).toHaveLength(12);
    expect(Object.keys(runs['beasts/topics+ of served'] ?? {})).toEqual(Object.keys(QUESTIONS));
    // Its vectors say nothing of the meaning, so the collections it made are told from those of the static model.
    expect(table).toMatch(/\| topics, static \| 1 by served \| 1\.000 \| 1\.000 \|/);
    expect(table).toMatch(/\| topics, served \| 1 by static \| [\d.]+ \| 0\./);
  });

  it('finds the sections of documents of many things', async () => {
    await using other = await temporaryFolder();
    await writeRecipes(join(other.path, 'recipes'));
    const file = join(other.path, 'bundled.json');
    const args = ['eval', '--collections', other.path, '--bundled', '4', '--in-process', '--json-file', file];
    const { code, stdout: table } = await tributary(args);
    expect(code).toBe(0);
    const { bundled, runs } = EvaluationReport.parse(JSON.parse(await readFile(file, 'utf8')));
    const found = { 'ndcg@10': 1, 'mrr@10': 1 };
    expect(bundled).toEqual([
      {
        ...{ name: 'recipes', documents: DISHES.length, sections: 4, bundles: 2 },
        ...{ ...found, alone: found, ratio: 1, difference: { mean: 0, low: 0, high: 0 } },
      },
    ]);
    expect(runs['recipes/bundled-4']).toEqual(Object.fromEntries([...DISHES, 'all'].map((query) => [query, 1])));
    expect(table).toContain('| recipes | 7 | 2 of 4 | 1.000 | 1.000 | 1.000 | +0.000 … +0.000 |');
  });

  it('compares with an earlier report, in the table and in JSON', async () => {
    const earlier = ['--in-process', '--against', join(folder.path, 'report.json')];
    const args = ['eval', '--collections', join(folder.path, 'animals'), ...earlier];
    const { code, stdout } = await tributary(args);
    const asJson = await tributary([...args, '--json']);
    const same = { run: 'animals/hybrid', queries: 3, ours: 1, theirs: 1, difference: { mean: 0, low: 0, high: 0 } };
    const { comparison } = z.object({ comparison: z.array(z.looseObject({})) }).parse(JSON.parse(asJson.stdout));
    expect(comparison).toContainEqual(same);
    expect(code).toBe(0);
    expect(stdout).toContain('| animals | ');
    expect(stdout).toMatch(/animals\/hybrid\s+3\s+1\.000\s+1\.000\s+0\.0000\s+0\.0000 … 0\.0000\s+no difference shown/);
  });
});

it('says what is wrong before it starts anything', async () => {
  expect((await tributary(['eval', '--collections', folder.path, '--split', '1'])).code).toBe(2);
  for (const sections of ['0', '2.5', 'many'])
    expect((await tributary(['eval', '--collections', folder.path, '--bundled', sections])).code).toBe(2);
  expect((await tributary(['eval', '--collections', folder.path, '--only', 'plants'])).stderr).toContain(
    '--only plants: there are animals, beasts.',
  );
  expect((await tributary(['eval', '--collections', folder.path, '--rerank'])).stderr).toContain('--rerank needs a reranker');
  expect((await tributary(['eval', '--collections', folder.path, '--mixed-models'])).stderr).toContain('at least two configured models');
  const wrong = await tributary(['eval', '--collections', folder.path, '--against', join(folder.path, 'animals', 'qrels.tsv')]);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('is no report of "tributary eval"');
  for (const option of ['--json-file', '--evidence-file']) {
    const file = join(folder.path, 'missing', 'report.json');
    const { code, stdout, stderr } = await tributary(['eval', '--collections', folder.path, option, file]);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^\S+ cannot be written \(ENOENT.*\): name a file in a folder .*\n$/),
    ]);
  }
});
