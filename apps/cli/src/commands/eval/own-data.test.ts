import { findQdrantProgram, sampleModel, startOpenAiServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { EvaluationReport } from '@tributary/evaluation';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

/** One judged collection of four documents. */
async function writeSet(path: string): Promise<void> {
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const words = ['okapi', 'eel', 'swift', 'mole'];
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'corpus.jsonl'), lines(words.map((word) => ({ _id: word, title: '', text: `The ${word} is an animal.` }))));
  await writeFile(join(path, 'queries.jsonl'), lines(words.map((word) => ({ _id: word, text: `what is the ${word}` }))));
  await writeFile(join(path, 'qrels.tsv'), words.map((word) => `${word}\t${word}\t1\n`).join(''));
}

/** Everything that lies in a Qdrant: its collections with the number of their points. */
async function contentsOf(url: string): Promise<unknown> {
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => (await fetch(`${url}${path}`, init)).json();
  const { result } = (await ask('/collections')) as { result: { collections: { name: string }[] } }; // safe: the documented answer of Qdrant
  const names = result.collections.map(({ name }) => name).sort();
  const count = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"exact":true}' };
  return Promise.all(
    names.map(async (name) => {
      const answer = (await ask(`/collections/${name}/points/count`, count)) as { result: { count: number } }; // safe: as above
      return [name, answer.result.count];
    }),
  );
}

it('measures the models of the configuration, and neither reads nor writes its engines', { timeout: 180_000 }, async (context) => {
  const supply = findQdrantProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const qdrant = stack.use(await startQdrantServer(supply.command));
  const model = stack.use(await startOpenAiServer({ model: sampleModel() }));
  const config = join(folder.path, 'tributary.yaml');
  const settings = {
    data: { folder: join(folder.path, 'data') },
    engines: { far: { type: 'qdrant', url: qdrant.url } },
    models: { served: { type: 'openai', url: `${model.url}/v1`, model: sampleModel().name } },
    default_model: 'served',
    rerankers: { local: { type: 'model', model: 'static', wait_ms: 10_000 } },
    collections: { animals: { engine: 'far', model: 'static' } },
  };
  await writeFile(config, JSON.stringify(settings));
  await writeSet(join(folder.path, 'beir', 'animals'));
  // The user has a collection of the same name.
  const input = JSON.stringify({ id: 'mine', content: 'The okapi of mine.' });
  expect(await tributary(['import', '-', '--collection', 'animals', '--config', config], { input })).toMatchObject({ code: 0 });
  const before = await contentsOf(qdrant.url);
  expect(before).toContainEqual([expect.stringContaining('animals'), expect.any(Number)]);

  const measure = async (...args: readonly string[]) => {
    const set = ['--collections', join(folder.path, 'beir'), '--rerank', '--auto', '2', '--json'];
    const { code, stdout, stderr } = await tributary(['eval', ...set, ...args], { env: { TRIBUTARY_CONFIG: config } });
    expect([code, code === 0 ? '' : stderr + stdout]).toEqual([0, '']);
    return EvaluationReport.parse(JSON.parse(stdout));
  };
  for (const way of [['--in-process'], []]) {
    const { model: measured, collections, planning } = await measure(...way);
    expect(measured).toBe('served');
    expect(collections).toMatchObject([{ name: 'animals', documents: 4, reranked: { heads: { not_at_all: 0 } } }]);
    expect(planning?.collections).toBe(2);
    expect(await contentsOf(qdrant.url)).toEqual(before);
  }
});
