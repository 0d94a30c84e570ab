import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { sessionOptions } from './session-options.js';

it('runs a sum and the layer norm behind it each by itself, and what else is made one operator as such', async (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  await using profiles = await temporaryFolder();
  const session = await InferenceSession.create(join(folder.path, 'onnx/model_quantized.onnx'), {
    ...sessionOptions(1),
    enableProfiling: true,
    profileFilePrefix: join(profiles.path, 'profile'),
  });
  const ofOnes = () => new Tensor('int64', new BigInt64Array(8).fill(1n), [1, 8]);
  await session.run({ input_ids: ofOnes(), attention_mask: ofOnes(), token_type_ids: ofOnes() });
  session.endProfiling();
  await session.release();
  const operators = await operatorsIn(profiles.path);
  expect(operators).not.toContain('SkipLayerNormalization');
  expect(operators).toEqual(expect.arrayContaining(['Add', 'LayerNormalization', 'Gelu', 'DynamicQuantizeMatMul']));
});

async function operatorsIn(folder: string): Promise<readonly string[]> {
  const [file = ''] = await readdir(folder);
  return [...(await readFile(join(folder, file), 'utf8')).matchAll(/"op_name"\s*:\s*"(\w+)"/g)].map(([, name = '']) => name);
}
