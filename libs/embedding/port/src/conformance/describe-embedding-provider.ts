import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CardModel } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddingProvider } from '../provider/embedding-provider.js';

const TEXTS = [
  'How do I rotate the API key?',
  'Changing your access token',
  'The cat sleeps on the warm stove',
  'Schlüssel 🙂 日本語',
  'How do I rotate the API key?',
];
const DOCUMENT = { kind: 'document' } as const;
const QUERY = { kind: 'query' } as const;
const SENTENCE = 'The worker keeps a lease on the source while it is planned. ';
const MEBIBYTE = 1_048_576;

export interface ConformanceOptions {
  /** What the model behind the provider is known to say of itself. */
  readonly expected?: Partial<CardModel>;
}

/** The behaviours every embedding provider shows; `open` makes a fresh one, ready to answer. */
export function describeEmbeddingProvider(
  name: string,
  open: () => EmbeddingProvider | Promise<EmbeddingProvider>,
  { expected = {} }: ConformanceOptions = {},
): void {
  describe(`${name} as an embedding provider`, () => {
    let provider: EmbeddingProvider;
    beforeAll(async () => {
      provider = await open();
    });
    afterAll(() => provider.close());

    describesItself(() => provider, expected);
    makesVectors(() => provider);
    bearsOddTexts(() => provider);
    givesUp(() => provider);

    it('is up', async () => {
      expect(await provider.health()).toMatchObject({ name: provider.name, status: 'up' });
    });

    it('may be closed twice, and loads again afterwards', async () => {
      const before = await provider.embed(TEXTS, DOCUMENT);
      await provider.close();
      await provider.close();
      const after = await provider.embed(TEXTS, DOCUMENT);
      expect(after.map((vector, i) => dot(vector, before[i])).every((cosine) => cosine > 0.999)).toBe(true);
    });
  });
}

function describesItself(provider: () => EmbeddingProvider, expected: Partial<CardModel>): void {
  it('describes itself as the card of a collection does, the same before and after it embeds', async () => {
    const description = await provider().describe();
    expect(description.name).toBe(provider().name);
    expect(description.revision).toMatch(/^[0-9a-f]{12}$/);
    expect(description.dimension).toBeGreaterThan(0);
    expect(['cosine', 'dot', 'euclid']).toContain(description.distance);
    expect(description).toMatchObject(expected);
    await provider().embed(TEXTS, DOCUMENT);
    expect(await provider().describe()).toEqual(description);
  });

  it('embeds a query with the query prefix it describes, and a passage with that of documents', async () => {
    const { query_prefix, document_prefix } = await provider().describe();
    const [asQuery] = await provider().embed(['rotate key'], QUERY);
    const [asDocument] = await provider().embed(['rotate key'], DOCUMENT);
    if (query_prefix === document_prefix) expect(dot(asQuery, asDocument)).toBeCloseTo(1, 3);
    else expect(dot(asQuery, asDocument)).toBeLessThan(0.9999);
    if (document_prefix === '') {
      const [written] = await provider().embed([`${query_prefix}rotate key`], DOCUMENT);
      expect(dot(asQuery, written)).toBeCloseTo(1, 3);
    }
  });
}

function makesVectors(provider: () => EmbeddingProvider): void {
  it('gives one vector of the described dimension and of unit length per text, in order', async () => {
    const { dimension } = await provider().describe();
    const vectors = await provider().embed(TEXTS, DOCUMENT);
    expect(vectors).toHaveLength(TEXTS.length);
    for (const vector of vectors) {
      expect(vector).toHaveLength(dimension);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
    }
    expect(dot(vectors[0], vectors[4])).toBeCloseTo(1, 3);
    expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]));
  });

  it('gives a text the same vector alone as among others, and at any time', async () => {
    const neighbours = Array.from({ length: 20 }, (_, i) => SENTENCE.repeat(1 + (i % 7)));
    const together = await provider().embed([...TEXTS, ...neighbours], DOCUMENT);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = await provider().embed([text], DOCUMENT);
      expect(dot(alone, together[i])).toBeCloseTo(1, 3);
    }
  });

  it('answers calls at the same time as if they came one by one', async () => {
    const alone = await provider().embed(TEXTS, DOCUMENT);
    const calls = await Promise.all(TEXTS.map((text) => provider().embed([text, ...TEXTS], DOCUMENT)));
    for (const [call, [own, ...all]] of calls.entries()) {
      expect(dot(own, alone[call])).toBeCloseTo(1, 3);
      for (const [i, vector] of all.entries()) expect(dot(vector, alone[i])).toBeCloseTo(1, 3);
    }
  });

  it('gives nothing for nothing', async () => {
    expect(await provider().embed([], DOCUMENT)).toEqual([]);
  });
}

function bearsOddTexts(provider: () => EmbeddingProvider): void {
  it('gives texts without words the zero vector, and their neighbours their own', async () => {
    const [expected] = await provider().embed(['read a file'], DOCUMENT);
    const vectors = await provider().embed(['', 'read a file', ' \n\t', '\u0000'], DOCUMENT);
    expect(dot(vectors[1], expected)).toBeCloseTo(1, 3);
    for (const i of [0, 2, 3]) expect(vectors[i]?.every((value) => value === 0)).toBe(true);
    expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
  });

  it.each([
    ['a text of 1 MB', SENTENCE.repeat(MEBIBYTE / SENTENCE.length)],
    ['one letter a million times', 'a'.repeat(MEBIBYTE)],
    ['one letter and a space half a million times', 'a '.repeat(MEBIBYTE / 2)],
    ['words behind a megabyte of spaces', `${' '.repeat(MEBIBYTE)}read a file`],
    ['one ideograph a million times', '漢'.repeat(MEBIBYTE)],
    ['half of a surrogate pair', `read \ud83d a file`],
    ['control characters', 'read\u0000a\u0007file\u001b[0m'],
  ])('takes %s beside other texts', async (_, odd) => {
    const [expected] = await provider().embed(['read a file'], DOCUMENT);
    const [vector, neighbour] = await provider().embed([odd, 'read a file'], DOCUMENT);
    const length = Math.hypot(...(vector ?? []));
    expect(Math.min(Math.abs(length - 1), length)).toBeLessThan(0.001);
    expect(dot(neighbour, expected)).toBeCloseTo(1, 3);
  });
}

function givesUp(provider: () => EmbeddingProvider): void {
  it('stops when its signal aborts, before or while it works, and goes on with other calls', async () => {
    const texts = Array.from({ length: 400 }, (_, i) => `${SENTENCE.repeat(20)} ${i.toString()}`);
    await expect(provider().embed(TEXTS, { ...DOCUMENT, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const controller = new AbortController();
    const embedding = provider().embed(texts, { ...DOCUMENT, signal: controller.signal });
    await nextTurn();
    controller.abort();
    await expect(embedding).rejects.toThrow(/abort/i);
    expect(await provider().embed(['read a file'], DOCUMENT)).toHaveLength(1);
  });
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}
