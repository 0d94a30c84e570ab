import type { CardModel } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { expect, it } from 'vitest';
import type { EmbedOptions, EmbeddingProvider } from '../provider/embedding-provider.js';
import { BatchingProvider } from './batching-provider.js';

const MODEL: CardModel = { name: 'm', dimension: 1, distance: 'cosine', query_prefix: '', document_prefix: '' };

/** Answers each text with its length, when it is let. */
class HeldProvider implements EmbeddingProvider {
  readonly name = 'm';
  readonly batches: (readonly string[])[] = [];
  readonly urgent: (boolean | undefined)[] = [];
  readonly #held: (() => void)[] = [];
  holds = true;

  describe() {
    return Promise.resolve(MODEL);
  }

  async embed(texts: readonly string[], { kind, isUrgent, signal }: EmbedOptions) {
    if (kind === 'document') {
      this.batches.push(texts);
      this.urgent.push(isUrgent);
      if (this.holds) await new Promise<void>((resolve) => this.#held.push(resolve));
    }
    signal?.throwIfAborted();
    if (texts.some((text) => text.includes('bad'))) throw permanent('EMBEDDER.ANSWER_INVALID', 'Not this text.');
    return texts.map((text) => Float32Array.of(text.length));
  }

  health() {
    return Promise.resolve({ name: 'm', kind: 'test', status: 'up' as const });
  }

  close() {
    return Promise.resolve();
  }

  release(): void {
    this.holds = false;
    for (const go of this.#held) go();
  }
}

const DOCUMENT = { kind: 'document' } as const;
const lengths = (vectors: readonly Float32Array[]) => vectors.map(([length]) => length);

it('gathers the texts of calls made at the same time, of like length together, and answers each call in its order', async () => {
  const inner = new HeldProvider();
  inner.holds = false;
  const provider = new BatchingProvider(inner, { texts: 8, tokens: 400 });
  const long = 'l'.repeat(300);
  const calls = [
    ['a', long, 'bb'],
    [`${long}!`, 'ccc'],
    ['dddd', `${long}!!`],
  ].map((texts) => provider.embed(texts, DOCUMENT));
  expect((await Promise.all(calls)).map(lengths)).toEqual([
    [1, 300, 2],
    [301, 3],
    [4, 302],
  ]);
  expect(inner.batches.map((batch) => batch.map((text) => text.length).sort((a, b) => a - b))).toEqual([
    [1, 2, 3, 4],
    [300, 301, 302],
  ]);
});

it('embeds one call after the other where batches are not padded, whatever their lengths', async () => {
  const inner = new HeldProvider();
  const provider = new BatchingProvider(inner, { inFlight: 1, texts: 2, order: 'arrival' });
  const ended: string[] = [];
  const calls = ['first', 'second'].map((name) =>
    provider
      .embed(
        ['s', 'l'.repeat(300), 's!', `${'l'.repeat(300)}!`].map((text) => name + text),
        DOCUMENT,
      )
      .then(() => ended.push(name)),
  );
  inner.release();
  await Promise.all(calls);
  expect(inner.batches.map((batch) => batch.map((text) => text.length))).toEqual([
    [6, 305],
    [7, 306],
    [7, 306],
    [8, 307],
  ]);
  expect(ended).toEqual(['first', 'second']);
});

it('lets queries pass while every batch of documents that may be under way is', async () => {
  const inner = new HeldProvider();
  const provider = new BatchingProvider(inner, { inFlight: 2, texts: 1 });
  const documents = Array.from({ length: 50 }, (_, i) => provider.embed([`document ${i.toString()}`], DOCUMENT));
  expect(lengths(await provider.embed(['query'], { kind: 'query' }))).toEqual([5]);
  expect(inner.batches).toHaveLength(2);
  inner.release();
  expect(await Promise.all(documents)).toHaveLength(50);
});

it('hands passages that a search waits for on as they are, at once, and says that it waits', async () => {
  const inner = new HeldProvider();
  const provider = new BatchingProvider(inner, { inFlight: 1, texts: 1 });
  const documents = provider.embed(['document'], DOCUMENT);
  const head = [['first'], ['second', 'third']].map((texts) => provider.embed(texts, { ...DOCUMENT, isUrgent: true }));
  expect(inner.batches).toEqual([['document'], ['first'], ['second', 'third']]);
  expect(inner.urgent).toEqual([undefined, true, true]);
  inner.release();
  await Promise.all([documents, ...head]);
});

it('fails only the call that brought a bad text', async () => {
  const inner = new HeldProvider();
  inner.holds = false;
  const provider = new BatchingProvider(inner);
  const results = await Promise.allSettled([['one'], ['bad', 'two'], ['three']].map((texts) => provider.embed(texts, DOCUMENT)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('forgets the texts of a call that is given up, before and while they are embedded', async () => {
  const inner = new HeldProvider();
  const provider = new BatchingProvider(inner, { inFlight: 1, texts: 1 });
  const first = new AbortController();
  const second = new AbortController();
  const calls = [
    provider.embed(['first'], { ...DOCUMENT, signal: first.signal }),
    provider.embed(['second'], { ...DOCUMENT, signal: second.signal }),
    provider.embed(['third'], DOCUMENT),
  ];
  second.abort(new Error('second is not wanted'));
  first.abort(new Error('first is not wanted'));
  inner.release();
  const results = await Promise.allSettled(calls);
  expect(results.map((result) => (result.status === 'rejected' ? String(result.reason) : lengths(result.value)))).toEqual([
    'Error: first is not wanted',
    'Error: second is not wanted',
    [5],
  ]);
  expect(inner.batches.flat()).toEqual(['first', 'third']);
});
