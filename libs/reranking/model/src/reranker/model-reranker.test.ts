import { Deadline } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { TestEmbedder } from './embedder.fixture.js';
import { ModelReranker } from './model-reranker.js';

const TEXTS = Array.from({ length: 20 }, (_, i) => `Note ${i.toString()} about ${i % 2 === 0 ? 'tides' : 'keys'} number ${i.toString()}.`);
const soon = () => ({ deadline: Deadline.in(10_000) });
const passages = ({ asked }: TestEmbedder) => asked.filter(({ kind }) => kind === 'document').flatMap(({ texts }) => texts);

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);

async function open(cacheBytes?: number) {
  const embedder = await TestEmbedder.start({ small: true });
  const options = { name: 'by-model', model: 'minilm', queues: embedder.queues };
  const reranker = new ModelReranker({ ...options, ...(cacheBytes === undefined ? {} : { cacheBytes }) });
  return { embedder, reranker, [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose]() };
}

it('scores by the cosine of the query and the passage, each embedded as what it is', async () => {
  await using it = await open();
  const [score] = await it.reranker.rerank({ query: 'rotate keys', texts: ['Keys are rotated.'] }, soon());
  const [query, passage] = [await it.embedder.embed('rotate keys', 'query'), await it.embedder.embed('Keys are rotated.', 'document')];
  expect(score).toBeCloseTo(cosine(query, passage), 5);
  expect(it.embedder.asked.map(({ kind }) => kind)).toEqual(['query', 'document']);
});

it('embeds a passage once, whichever query finds it, and a text that stands twice once', async () => {
  await using it = await open();
  await it.reranker.rerank({ query: 'tides', texts: [...TEXTS, ...TEXTS] }, soon());
  await it.reranker.rerank({ query: 'keys', texts: TEXTS }, soon());
  await it.reranker.rerank({ query: 'keys', texts: TEXTS }, soon());
  expect(passages(it.embedder)).toEqual(TEXTS);
  expect(it.embedder.asked.filter(({ kind }) => kind === 'query')).toHaveLength(2);
});

it('never compares vectors of two revisions of the model, and forgets the older ones', async () => {
  await using it = await open();
  const added = 'A new note about tides.';
  const first = await it.reranker.rerank({ query: 'tides', texts: TEXTS }, soon());
  it.embedder.revision = 'second';
  const mixed = await it.reranker.rerank({ query: 'tides', texts: [...TEXTS, added] }, soon());
  const [query, passage] = [await it.embedder.embed('tides', 'query'), await it.embedder.embed(added, 'document')];
  expect(mixed.slice(0, -1)).toEqual(TEXTS.map(() => undefined));
  expect(mixed.at(-1)).toBeCloseTo(cosine(query, passage), 5);
  const second = await it.reranker.rerank({ query: 'tides', texts: TEXTS }, soon());
  for (const [at, score] of second.entries()) expect(score).toBeCloseTo(Number(first[at]), 5);
  expect(passages(it.embedder)).toEqual([...TEXTS, added, ...TEXTS]);
});

it('keeps no more vectors than its bytes hold', async () => {
  await using it = await open(4 * 256 * 4);
  await it.reranker.rerank({ query: 'tides', texts: TEXTS }, soon());
  await it.reranker.rerank({ query: 'tides', texts: TEXTS.slice(-4) }, soon());
  expect(passages(it.embedder)).toHaveLength(TEXTS.length);
  await it.reranker.rerank({ query: 'tides', texts: TEXTS.slice(0, 4) }, soon());
  expect(passages(it.embedder)).toHaveLength(TEXTS.length + 4);
});

it('scores what it could by the deadline, the first first, and keeps what comes afterwards for the next search', async () => {
  // Whoever shares the processor may take the time of the first passages: then it is asked anew, by one that knows none yet.
  await eventually(async () => {
    await using it = await open();
    const gate = Promise.withResolvers<undefined>();
    it.embedder.until = async () => {
      if (passages(it.embedder).length > 6) await gate.promise;
    };
    const scores = await it.reranker.rerank({ query: 'tides', texts: TEXTS }, { deadline: Deadline.in(200) });
    gate.resolve(undefined);
    expect(scores.map((score) => score !== undefined)).toEqual(TEXTS.map((_, at) => at < 6));
    await eventually(async () => {
      const later = await it.reranker.rerank({ query: 'tides', texts: TEXTS }, soon());
      expect(later.every((score) => score !== undefined)).toBe(true);
    });
    expect(passages(it.embedder)).toEqual(TEXTS);
  });
});

it('asks for two batches at once, and for the next one when either came', async () => {
  await using it = await open();
  const gate = Promise.withResolvers<undefined>();
  it.embedder.until = async () => {
    if (passages(it.embedder).length > 0) await gate.promise;
  };
  const scores = it.reranker.rerank({ query: 'tides', texts: TEXTS }, soon());
  await eventually(() => {
    expect(passages(it.embedder)).toEqual(TEXTS.slice(0, 6));
  });
  gate.resolve(undefined);
  expect((await scores).every((score) => score !== undefined)).toBe(true);
});

it('times out when not even the query was embedded, and passes on why an embedder fails', async () => {
  await using it = await open();
  const gate = Promise.withResolvers<undefined>();
  it.embedder.until = () => gate.promise;
  await expect(it.reranker.rerank({ query: 'x', texts: TEXTS }, { deadline: Deadline.in(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  gate.resolve(undefined);
  it.embedder.until = () => Promise.reject(new Error('no memory'));
  await expect(it.reranker.rerank({ query: 'y', texts: TEXTS }, soon())).rejects.toThrow();
  expect(await it.reranker.health()).toMatchObject({ status: 'down' });
});
