import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readHeader, readModelFiles } from './model-files.js';
import { StaticModel } from './static-model.js';

const MODEL = fileURLToPath(new URL('../../model/', import.meta.url));
const model = StaticModel.load(MODEL);

interface GoldenVector {
  readonly text: string;
  readonly vector: readonly number[];
}
interface GoldenPieces {
  readonly text: string;
  readonly pieces: readonly number[];
}

describe('the shipped model', () => {
  it.each(readGolden<GoldenVector>('golden.jsonl', isGoldenVector))(
    'gives the vector of the reference implementation for %j',
    ({ text, vector }) => {
      const own = model.embed(text);
      expect(own).toHaveLength(256);
      if (vector.every((value) => value === 0)) expect(own.every((value) => value === 0)).toBe(true);
      else expect(cosine(own, vector)).toBeGreaterThanOrEqual(0.9999);
    },
  );

  it.each(readGolden<GoldenPieces>('pieces.jsonl', isGoldenPieces))(
    'cuts $text into the pieces of the BERT tokeniser',
    ({ text, pieces }) => {
      const counter = model.newCounter();
      counter.feed(text, 0, text.length);
      counter.finish();
      const own = Array.from(counter.rows.subarray(0, counter.distinct)).flatMap((row) =>
        Array.from({ length: counter.counts[row] ?? 0 }, () => row),
      );
      expect(own.sort(ascending)).toEqual([...pieces].sort(ascending));
    },
  );

  it('is the file whose SHA-256 its header names', () => {
    const sha256 = createHash('sha256')
      .update(readFileSync(`${MODEL}vectors.bin`))
      .digest('hex');
    expect(readHeader(MODEL).sha256).toBe(sha256);
  });

  it('has no vector for special and unused pieces, so they never count', () => {
    const { vocabulary, values, header } = readModelFiles(MODEL);
    const special = vocabulary.split('\n').flatMap((piece, row) => (/^\[(PAD|UNK|CLS|SEP|MASK|unused\d+)\]$/.test(piece) ? [row] : []));
    expect(special).toHaveLength(999);
    const rows = special.map((row) => values.subarray(row * header.dimension, (row + 1) * header.dimension));
    expect(rows.every((row) => row.every((value) => value === 0))).toBe(true);
  });
});

function cosine(a: Float32Array, b: readonly number[]): number {
  const length = (v: Iterable<number>) => Math.hypot(...v);
  return a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0) / (length(a) * length(b));
}

function ascending(a: number, b: number): number {
  return a - b;
}

function readGolden<T>(name: string, accepts: (value: unknown) => value is T): readonly T[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .filter(accepts);
}

function isGoldenVector(value: unknown): value is GoldenVector {
  return typeof value === 'object' && value !== null && 'vector' in value && Array.isArray(value.vector);
}

function isGoldenPieces(value: unknown): value is GoldenPieces {
  return typeof value === 'object' && value !== null && 'pieces' in value && Array.isArray(value.pieces);
}
