import type { EmbeddingProvider } from '@tributary/embedding-port';
import { describeEmbeddingProvider } from '@tributary/embedding-port/conformance';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { loadConfiguration } from '@tributary/platform';
import { findModelFolder, startOllamaServer, startOpenAiServer, temporaryFolder, type FaultyServer } from '@tributary/testing';
import { FileVectorCache } from '@tributary/embedding-cache';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModels } from '../../parts/open-models.js';

const DOCUMENT = { kind: 'document' } as const;
/** Texts of one to a few hundred words, of which no two lengths are alike. */
const MIXED = Array.from({ length: 40 }, (_, n) =>
  `Passage ${n.toString()} tells of the harbour and of the tide. `.repeat(1 + ((n * 7) % 40)),
);

interface Opened {
  readonly provider: EmbeddingProvider;
  close(): Promise<void>;
}

/** One model as every process opens it: guarded, batched and cached as its type asks for. */
async function openModel(settings: object): Promise<Opened> {
  const folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['models'], value: { m: settings }, flag: 'models' },
      { path: ['defaultModel'], value: 'm', flag: 'model' },
    ],
  });
  const cache = new FileVectorCache({ file: `${folder.path}/vectors.db`, maxVectors: 1000 });
  const models = await openModels(configuration, { common: new StaticEmbeddingProvider(), caching: { cache } });
  return {
    provider: models.default,
    close: async () => {
      await models.default.close();
      await cache.close();
      await folder.remove();
    },
  };
}

async function servedStatic(name: string) {
  const model = new StaticEmbeddingProvider({ name });
  await model.embed(['warm']);
  const embed = async (texts: readonly string[]) => (await model.embed(texts)).map((vector) => [...vector]);
  return { name, dimension: 256, embed };
}

describe('as processes open it,', () => {
  let servers: FaultyServer[];
  let opened: Opened[];
  let ollama: FaultyServer;
  let openai: FaultyServer;
  beforeAll(async () => {
    ollama = await startOllamaServer(await servedStatic('plain'));
    openai = await startOpenAiServer({ model: await servedStatic('plain') });
    servers = [ollama, openai];
    opened = [];
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    for (const server of servers) await server.stop();
  });
  const open = async (settings: object) => {
    const one = await openModel(settings);
    opened.push(one);
    return one.provider;
  };
  const ofOllama = () => open({ type: 'ollama', url: ollama.url, model: 'plain' });
  const ofOpenAi = () => open({ type: 'openai', url: `${openai.url}/v1`, model: 'plain' });

  describeEmbeddingProvider('a model of Ollama', ofOllama);
  describeEmbeddingProvider('a model of an OpenAI-compatible server', ofOpenAi);

  it('a served model gives a text the same numbers in whatever batch it comes', async () => {
    const alone = await inTurn(await ofOpenAi(), MIXED);
    const fresh = await ofOpenAi();
    const together = (await Promise.all(MIXED.map((text) => fresh.embed([text], DOCUMENT)))).map(([vector]) => vector);
    const parts = await fresh.embed([...MIXED].reverse(), DOCUMENT);
    for (const [i, vector] of alone.entries()) {
      expect(largestDifference(vector, together[i])).toBeLessThanOrEqual(1e-6);
      expect(largestDifference(vector, parts[MIXED.length - 1 - i])).toBeLessThanOrEqual(1e-6);
    }
  });

  it('a served model is asked for several batches at once, each one request', async () => {
    const plain = await servedStatic('plain');
    const requests: number[] = [];
    const all = Promise.withResolvers<undefined>();
    const embed = async (texts: readonly string[]) => {
      // The one by which the dimension is learned.
      if (texts.length === 1) return plain.embed(texts);
      requests.push(texts.length);
      if (requests.length === 4) all.resolve(undefined);
      await all.promise;
      return plain.embed(texts);
    };
    await using server = await startOpenAiServer({ model: { ...plain, embed } });
    const provider = await open({ type: 'openai', url: `${server.url}/v1`, model: 'plain', batchSize: 4 });
    const vectors = await provider.embed(MIXED.slice(0, 16), DOCUMENT);
    expect(vectors).toHaveLength(16);
    expect(requests).toEqual([4, 4, 4, 4]);
  });

  it('a model in this process answers texts of many calls in groups', { timeout: 120_000 }, async (context) => {
    const folder = findModelFolder();
    if (folder.kind === 'none') return context.skip(folder.reason);
    const provider = await open({ type: 'transformers', path: folder.path });
    await provider.embed(['It is loaded.'], DOCUMENT);
    const moments = new Set<number>();
    let moment = 0;
    const timer = setInterval(() => (moment += 1));
    const calls = Array.from({ length: 32 }, (_, n) => provider.embed([`Note ${n.toString()} of the harbour.`], DOCUMENT));
    await Promise.all(calls.map((call) => call.then(() => moments.add(moment))));
    clearInterval(timer);
    expect(moments.size).toBeLessThan(8);
  });

  it(
    'a model in this process answers one document after the other, however unlike their passages are',
    { timeout: 120_000 },
    async (context) => {
      const folder = findModelFolder();
      if (folder.kind === 'none') return context.skip(folder.reason);
      const provider = await open({ type: 'transformers', path: folder.path });
      await provider.embed(['It is loaded.'], DOCUMENT);
      const documents = Array.from({ length: 6 }, (_, d) =>
        Array.from({ length: 16 }, (_, n) => `${d.toString()} tells of ${n.toString()} `.repeat(n % 2 === 0 ? 1 : 20)),
      );
      const moments = new Set<number>();
      let moment = 0;
      const timer = setInterval(() => (moment += 1));
      await Promise.all(documents.map((texts) => provider.embed(texts, DOCUMENT).then(() => moments.add(moment))));
      clearInterval(timer);
      expect(moments.size).toBe(documents.length);
    },
  );

  it(
    'a model of 8 bits in this process gives a text almost the same vector in whatever batch it comes',
    { timeout: 120_000 },
    async (context) => {
      const folder = findModelFolder();
      if (folder.kind === 'none') return context.skip(folder.reason);
      const few = MIXED.slice(0, 16);
      const alone = await inTurn(await open({ type: 'transformers', path: folder.path }), few);
      const fresh = await open({ type: 'transformers', path: folder.path });
      const together = await fresh.embed(few, DOCUMENT);
      for (const [i, vector] of alone.entries()) expect(dot(vector, together[i])).toBeGreaterThanOrEqual(0.995);
    },
  );
});

async function inTurn(provider: EmbeddingProvider, texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
  const vectors: (Float32Array | undefined)[] = [];
  for (const text of texts) vectors.push((await provider.embed([text], DOCUMENT))[0]);
  return vectors;
}

function largestDifference(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Math.max(...Array.from(a ?? [Number.NaN], (value, d) => Math.abs(value - (b?.[d] ?? Number.NaN))));
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}
