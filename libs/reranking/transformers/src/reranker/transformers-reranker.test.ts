import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deadline } from '@tributary/kernel';
import { eventually, findModelFolder, temporaryFolder } from '@tributary/testing';
import { afterEach, expect, it } from 'vitest';
import { TransformersReranker } from './transformers-reranker.js';

/** Pairs. */
const LARGEST_BATCH = 8;
const containing = (text: string): unknown => expect.stringContaining(text);
const pathOf = (folder: string) => fileURLToPath(new URL(`../fixtures/${folder}`, import.meta.url));
const opened: TransformersReranker[] = [];
afterEach(() => Promise.all(opened.splice(0).map((reranker) => reranker.close())));

function open(path: string, options: object = {}): TransformersReranker {
  const reranker = new TransformersReranker({ name: 'cross', path, ...options });
  opened.push(reranker);
  return reranker;
}

const score = (reranker: TransformersReranker, query: string, texts: readonly string[]) =>
  reranker.rerank({ query, texts }, { deadline: Deadline.in(15_000) });

it('reads query and passage as one pair, each in its own place', async () => {
  const texts = ['rotate the key', 'the cat', '', 'zebra'];
  // Two less than the words shared, and twice the words shared.
  expect(await score(open(pathOf('one-class')), 'is the key rotated', texts)).toEqual([0, -1, -2, -2]);
  expect(await score(open(pathOf('two-classes')), 'is the key rotated', texts)).toEqual([4, 2, 0, 0]);
});

it('cuts the passage, not the query, where both do not fit together', async () => {
  const reranker = open(pathOf('one-class'), { maxTokens: 16 });
  expect(await score(reranker, 'the cat', [`${'stove '.repeat(9)} cat`, `${'stove '.repeat(12)} cat`])).toEqual([-1, -2]);
  expect(await score(reranker, `${'stove '.repeat(50)} cat`, ['cat', 'stove'])).toEqual([-2, 4]);
});

it('hands over what it scored by the deadline, the first first', async () => {
  const reranker = open(pathOf('one-class'));
  await score(reranker, 'the key', ['the key']);
  const texts = Array.from({ length: 20_000 }, () => 'the api key is rotated '.repeat(40));
  // On a busy machine not even the first batch may be there: then nothing is handed over, and it is asked again.
  const scores = await eventually(() => reranker.rerank({ query: 'the key', texts }, { deadline: Deadline.in(250) }));
  const done = scores.filter((one) => one !== undefined).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(texts.length);
  // Two batches are under way at once: of those before the last one that came, one may be missing.
  const last = scores.findLastIndex((one) => one !== undefined);
  expect(last + 1 - done).toBeLessThanOrEqual(LARGEST_BATCH);
});

it('is told with folder and setting when it is not there, and works once it is', async () => {
  await using place = await temporaryFolder();
  const path = join(place.path, 'model');
  const reranker = open(path);
  const missing = {
    code: 'RERANKER.MODEL_NOT_FOUND',
    message: `The reranker cross: there is no folder ${path}. Set rerankers.cross.path to the folder that holds its config.json.`,
  };
  await expect(score(reranker, 'x', ['y'])).rejects.toMatchObject(missing);
  expect(await reranker.health()).toMatchObject({ kind: 'transformers', status: 'down', detail: missing.message });
  await cp(pathOf('one-class'), path, { recursive: true });
  expect(await score(reranker, 'the key', ['the key'])).toEqual([0]);
});

it('refuses a model of other classes, one that is damaged and one that gives no score for a pair', async (context) => {
  await using place = await temporaryFolder();
  const path = join(place.path, 'model');
  await cp(pathOf('one-class'), path, { recursive: true });
  await writeFile(join(path, 'config.json'), '{"id2label":{"0":"a","1":"b","2":"c"}}');
  await expect(score(open(path), 'x', ['y'])).rejects.toMatchObject({
    code: 'RERANKER.MODEL_UNSUPPORTED',
    message: containing('3 classes'),
  });
  await cp(join(pathOf('one-class'), 'config.json'), join(path, 'config.json'));
  await rm(join(path, 'onnx/model.onnx'));
  await writeFile(join(path, 'onnx/model.onnx'), 'not a model');
  await expect(score(open(path), 'x', ['y'])).rejects.toMatchObject({
    code: 'RERANKER.UNAVAILABLE',
    message: containing('another file in rerankers.cross.file'),
  });
  const embedder = findModelFolder();
  if (embedder.kind === 'none') return context.skip(embedder.reason);
  await expect(score(open(embedder.path), 'x', ['y'])).rejects.toMatchObject({
    code: 'RERANKER.UNAVAILABLE',
    message: containing('is called logits'),
  });
});
