import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { pythonWith } from '../python/environment.ts';

const SCRIPT = fileURLToPath(new URL('full_precision.py', import.meta.url));
const DOCUMENT = { kind: 'document' } as const;
/** Of ten to some hundred tokens, so that batches are padded. */
const TEXTS = Array.from({ length: 60 }, (_, n) =>
  `Passage ${n.toString()} tells of the harbour and of the tide. `.repeat(1 + ((n * 7) % 12)),
);

it('a model of full precision gives a text the same vector in whatever batch it comes', { timeout: 600_000 }, async (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  const environment = pythonWith(['onnx', 'numpy']);
  if ('missing' in environment) return context.skip(environment.missing);
  await using copy = await temporaryFolder();
  await mkdir(join(copy.path, 'onnx'));
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) await cp(join(folder.path, file), join(copy.path, file));
  const [eight, full] = [join(folder.path, 'onnx/model_quantized.onnx'), join(copy.path, 'onnx/model.onnx')];
  execFileSync(environment.python, [SCRIPT, eight, full], { stdio: 'inherit' });
  const provider = new TransformersEmbeddingProvider({ name: 'full', path: copy.path });
  const quantised = new TransformersEmbeddingProvider({ name: 'eight', path: folder.path });
  try {
    const alone: Float32Array[] = [];
    for (const text of TEXTS) alone.push(...(await provider.embed([text], DOCUMENT)));
    const together = await provider.embed(TEXTS, DOCUMENT);
    const reversed = (await provider.embed([...TEXTS].reverse(), DOCUMENT)).toReversed();
    const compared = await quantised.embed(TEXTS, DOCUMENT);
    for (const [n, vector] of alone.entries()) {
      expect(mostDifferent(vector, together[n])).toBeLessThanOrEqual(1e-6);
      expect(mostDifferent(vector, reversed[n])).toBeLessThanOrEqual(1e-6);
      // It is another model than that of 8 bits, and means the same.
      expect(cosine(vector, compared[n])).toBeGreaterThan(0.97);
      expect(cosine(vector, compared[n])).toBeLessThan(0.999_999);
    }
  } finally {
    await provider.close();
    await quantised.close();
  }
});

function mostDifferent(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((most, value, d) => Math.max(most, Math.abs(value - (b?.[d] ?? Number.NaN))), 0);
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}
