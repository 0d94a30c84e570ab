import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SHIPPED_MODEL } from '../model/shipped-model.js';
import { StaticEmbeddingProvider } from './static-embedding-provider.js';

const SENTENCE = 'The worker keeps a lease on the source while it is planned, and getUserById reads the row. ';

describe('StaticEmbeddingProvider', () => {
  it('describes itself by name, revision, dimension and distance', async () => {
    const description = await new StaticEmbeddingProvider().describe();
    expect(description).toEqual({
      name: 'static',
      revision: 'e541a18aeb02',
      dimension: 256,
      distance: 'cosine',
      query_prefix: '',
      document_prefix: '',
    });
  });

  it('gives one unit vector per text, in order', async () => {
    const provider = new StaticEmbeddingProvider();
    const texts = ['read a file', 'delete a row', 'read a file'];
    const vectors = await provider.embed(texts, { kind: 'document' });
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(provider.embedSync(texts)).toEqual(vectors);
  });

  it('gives the zero vector to a text without a known piece', () => {
    const vectors = new StaticEmbeddingProvider().embedSync(['', ' \n\t', 'x'.repeat(101), '\u0007']);
    for (const vector of vectors) expect(vector.every((value) => value === 0)).toBe(true);
  });

  it('puts related texts nearer than unrelated ones', () => {
    const provider = new StaticEmbeddingProvider();
    const [question, answer, other] = provider.embedSync([
      'how to remove a file',
      'delete a document from the disk',
      'the orchestra plays a symphony',
    ]);
    expect(dot(question, answer)).toBeGreaterThan(dot(question, other) + 0.1);
  });

  it('lets the event loop turn while it embeds a long list', async () => {
    const provider = new StaticEmbeddingProvider();
    provider.embedSync(['warm']);
    expect(await turnsDuring(provider.embed(Array.from({ length: 3000 }, () => SENTENCE.repeat(10))))).toBeGreaterThan(3);
  });

  it('lets the event loop turn inside one long text and embeds it as a whole', async () => {
    const provider = new StaticEmbeddingProvider();
    const text = `${SENTENCE} 🙂é `.repeat(20_000);
    const [expected] = provider.embedSync([text]);
    const embedding = provider.embed([text]);
    expect(await turnsDuring(embedding)).toBeGreaterThan(3);
    expect(await embedding).toEqual([expected]);
  });

  it('embeds other texts rightly while a long one is under way', async () => {
    const provider = new StaticEmbeddingProvider();
    const long = SENTENCE.repeat(5000);
    const [alone, short] = provider.embedSync([long, 'read a file']);
    const [first, second] = await Promise.all([provider.embed([long]), provider.embed(['read a file', long])]);
    expect(first).toEqual([alone]);
    expect(second).toEqual([short, alone]);
  });

  it('stops when its signal aborts', async () => {
    const provider = new StaticEmbeddingProvider();
    const controller = new AbortController();
    const embedding = provider.embed(
      Array.from({ length: 20_000 }, () => SENTENCE.repeat(10)),
      { kind: 'document', signal: controller.signal },
    );
    await nextTurn();
    controller.abort();
    await expect(embedding).rejects.toThrow(/abort/i);
    await expect(provider.embed(['x'], { kind: 'document', signal: controller.signal })).rejects.toThrow(/abort/i);
  });

  it('says what to do when its model is missing or damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tributary-static-'));
    try {
      const provider = new StaticEmbeddingProvider({ folder });
      await expect(provider.embed(['x'])).rejects.toMatchObject({ code: 'EMBEDDER.UNAVAILABLE' });
      expect(await provider.health()).toMatchObject({ status: 'down' });
      writeFileSync(join(folder, 'model.json'), JSON.stringify({ rows: 2, dimension: 2, sha256: 'x' }));
      writeFileSync(join(folder, 'vectors.bin'), Buffer.alloc(3));
      await expect(provider.embed(['x'])).rejects.toThrow(/Install the package again/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives the same vectors where a copy of its model has the line ends of Windows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tributary-static-'));
    try {
      for (const file of ['model.json', 'vectors.bin', 'vocab.txt']) copyFileSync(join(SHIPPED_MODEL, file), join(folder, file));
      const vocabulary = join(folder, 'vocab.txt');
      writeFileSync(vocabulary, readFileSync(vocabulary, 'utf8').replaceAll('\n', '\r\n'));
      const texts = ['how do we rotate keys', SENTENCE];
      expect(new StaticEmbeddingProvider({ folder }).embedSync(texts)).toEqual(new StaticEmbeddingProvider().embedSync(texts));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('loads again after it was closed', async () => {
    const provider = new StaticEmbeddingProvider();
    const before = await provider.embed(['read a file']);
    await provider.close();
    expect(await provider.embed(['read a file'])).toEqual(before);
    expect(await provider.health()).toMatchObject({ name: 'static', status: 'up' });
  });
});

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}

/** How often the event loop turned before `work` was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const settled = { done: false };
  void work.finally(() => (settled.done = true));
  let turns = 0;
  for (; !settled.done; turns++) await nextTurn();
  return turns;
}
