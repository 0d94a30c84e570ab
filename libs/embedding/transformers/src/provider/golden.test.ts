import { readFileSync } from 'node:fs';
import { TextTokenizer } from '@tributary/onnx/tokenizer';
import { findModelFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { TransformersEmbeddingProvider } from './transformers-embedding-provider.js';

interface Golden {
  readonly text: string;
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/** Vectors by Hugging Face's tokenizers and ONNX Runtime's Python package (fixtures/make-golden.py). */
const GOLDEN = readFileSync(new URL('../fixtures/golden.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line))
  .filter(isGolden);

/** The integer kernels of processors without VNNI saturate, so that an int8 model answers a little differently there; another pooling or prefix is far below. */
const SAME = 0.95;

it('gives the vectors of an independent implementation, for each text alone and for all together', async (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  const provider = new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path });
  const texts = GOLDEN.map(({ text }) => text);
  const together = await provider.embed(texts, { kind: 'document' });
  for (const [i, { text, vector }] of GOLDEN.entries()) {
    const [alone] = await provider.embed([text], { kind: 'query' });
    expect(cosine(alone, vector), text).toBeGreaterThanOrEqual(SAME);
    expect(cosine(together[i], vector), text).toBeGreaterThanOrEqual(SAME);
  }
  await provider.close();
});

it('cuts texts into the tokens of an independent implementation, long ones too', (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  const tokenizer = new TextTokenizer(read(folder.path, 'tokenizer.json'), read(folder.path, 'tokenizer_config.json'), 512);
  for (const { text, ids } of GOLDEN) expect(tokenizer.encode(text).ids, text).toEqual(ids);
  const long = GOLDEN.at(-1)?.text.repeat(100) ?? '';
  expect(tokenizer.encode(long).ids).toEqual(GOLDEN.at(-1)?.ids);
});

function read(folder: string, file: string): object {
  const json: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  return typeof json === 'object' && json !== null ? json : {};
}

function cosine(a: Float32Array | undefined, b: readonly number[]): number {
  const length = (v: Iterable<number>) => Math.hypot(...v);
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0) / (length(a ?? []) * length(b));
}

function isGolden(value: unknown): value is Golden {
  return typeof value === 'object' && value !== null && 'vector' in value && Array.isArray(value.vector);
}
