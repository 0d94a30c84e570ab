// Loads a model that make_model.py wrote and compares it with the vectors of Python beside it:
// npm run node -- --import ./tools/source-hooks.mjs --conditions=@tributary/source tools/static-model/check-model.ts <folder>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { z } from 'zod';

const Golden = z.object({ text: z.string(), vector: z.array(z.number()) });
const LEAST_COSINE = 0.9999;

const [folder = ''] = process.argv.slice(2);
const provider = new StaticEmbeddingProvider({ folder });
const { dimension, revision } = await provider.describe();
const golden = readFileSync(join(folder, 'golden.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Golden.parse(JSON.parse(line)));
const vectors = provider.embedSync(golden.map(({ text }) => text));
const cosines = golden.map(({ vector }, i) => (vector.every((value) => value === 0) ? isZero(vectors[i]) : cosine(vectors[i], vector)));
const lowest = Math.min(...cosines);
console.log(
  `${folder}: ${dimension.toString()} dimensions, revision ${revision ?? ''}, lowest cosine of ${golden.length.toString()} texts ${lowest.toFixed(7)}`,
);
process.exitCode = lowest >= LEAST_COSINE ? 0 : 1;

function isZero(vector: Float32Array | undefined): number {
  return vector?.every((value) => value === 0) === true ? 1 : 0;
}

function cosine(a: Float32Array | undefined, b: readonly number[]): number {
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);
}
