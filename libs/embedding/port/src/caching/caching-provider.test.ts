import type { CardModel } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { beforeEach, expect, it } from 'vitest';
import type { EmbeddingProvider } from '../provider/embedding-provider.js';
import { CachingProvider } from './caching-provider.js';
import type { CachedVector, ModelRevision, VectorCache } from './vector-cache.js';

const DOCUMENT = { kind: 'document' } as const;
const keyOf = ({ name, revision }: ModelRevision, hash: string) => `${name} ${revision} ${hash}`;

class MapCache implements VectorCache {
  readonly vectors = new Map<string, Float32Array>();
  failure: Error | undefined;

  get(model: ModelRevision, hashes: readonly string[]) {
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(hashes.map((hash) => this.vectors.get(keyOf(model, hash))));
  }

  put(model: ModelRevision, vectors: readonly CachedVector[]) {
    if (this.failure) return Promise.reject(this.failure);
    for (const { hash, vector } of vectors) this.vectors.set(keyOf(model, hash), vector);
    return Promise.resolve();
  }

  close() {
    return Promise.resolve();
  }
}

let revision: string | undefined;
let embedded: string[];
let during: () => void;
let cache: MapCache;
let counted: { readonly hits: number; readonly misses: number }[];
let reported: unknown[];
let provider: CachingProvider;
beforeEach(() => {
  revision = 'first';
  embedded = [];
  during = () => undefined;
  cache = new MapCache();
  counted = [];
  reported = [];
  const described = (): CardModel => ({
    ...{ name: 'm', dimension: 2, distance: 'cosine' as const, query_prefix: '', document_prefix: '' },
    ...(revision === undefined ? {} : { revision }),
  });
  const inner: EmbeddingProvider = {
    name: 'm',
    describe: () => Promise.resolve(described()),
    embed: (texts) => {
      if (texts.includes('bad')) return Promise.reject(permanent('EMBEDDER.REQUEST_REFUSED', 'Not this text.'));
      embedded.push(...texts);
      const length = revision === 'second' ? -1 : 1;
      during();
      return Promise.resolve(texts.map((text) => Float32Array.of(text.length, length)));
    },
    health: () => Promise.resolve({ name: 'm', kind: 'test', status: 'up' }),
    close: () => Promise.resolve(),
  };
  provider = new CachingProvider(inner, { cache, count: (found) => counted.push(found), report: (error) => reported.push(error) });
});
const embed = async (...texts: string[]) => (await provider.embed(texts, DOCUMENT)).map((vector) => [...vector]);

it('embeds a text once, however often it comes, and answers in order', async () => {
  expect(await embed('a', 'bb', 'a')).toEqual([
    [1, 1],
    [2, 1],
    [1, 1],
  ]);
  expect(await embed('ccc', 'bb')).toEqual([
    [3, 1],
    [2, 1],
  ]);
  expect(embedded).toEqual(['a', 'bb', 'ccc']);
  expect(counted).toEqual([
    { hits: 1, misses: 2 },
    { hits: 1, misses: 1 },
  ]);
});

it('never serves vectors of another revision, also when the model changes while it embeds', async () => {
  await embed('a');
  revision = 'second';
  expect(await embed('a')).toEqual([[1, -1]]);
  revision = 'first';
  expect(await embed('a')).toEqual([[1, 1]]);
  expect(embedded).toEqual(['a', 'a']);
  during = () => (revision = 'second');
  await embed('new');
  during = () => undefined;
  revision = 'first';
  await embed('new');
  expect(embedded).toEqual(['a', 'a', 'new', 'new']);
});

it('always asks a model that tells no revision, and for queries', async () => {
  await provider.embed(['a'], { kind: 'query' });
  await provider.embed(['a'], { kind: 'query' });
  revision = undefined;
  await embed('a');
  await embed('a');
  expect(embedded).toEqual(['a', 'a', 'a', 'a']);
  expect(cache.vectors.size).toBe(0);
});

it('goes on without a cache that fails, and says so', async () => {
  cache.failure = new Error('locked');
  expect(await embed('a')).toEqual([[1, 1]]);
  expect(reported).toEqual([cache.failure, cache.failure]);
});

it('takes a vector of another length for none', async () => {
  await embed('a');
  for (const key of cache.vectors.keys()) cache.vectors.set(key, Float32Array.of(1, 2, 3));
  expect(await embed('a')).toEqual([[1, 1]]);
});

it('takes zeros for none: a server that answered them once may be well by now', async () => {
  await embed('a');
  for (const vector of cache.vectors.values()) vector.fill(0);
  expect(await embed('a')).toEqual([[1, 1]]);
});

it('has texts embedded again where that is asked for, and keeps what came of it', async () => {
  await embed('a');
  for (const key of cache.vectors.keys()) cache.vectors.set(key, Float32Array.of(0, 0));
  const [vector] = await provider.embed(['a'], { ...DOCUMENT, isAnew: true });
  expect([...(vector ?? [])]).toEqual([1, 1]);
  expect(await embed('a')).toEqual([[1, 1]]);
  expect(embedded).toEqual(['a', 'a']);
});

it('keeps nothing of a call that is refused, and passes the refusal on', async () => {
  await expect(embed('a', 'bad')).rejects.toMatchObject({ code: 'EMBEDDER.REQUEST_REFUSED' });
  expect(cache.vectors.size).toBe(0);
});
