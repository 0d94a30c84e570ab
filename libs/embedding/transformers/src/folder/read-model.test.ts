import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { readModel, type ModelDescription, type TransformersOptions } from './read-model.js';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const PLAIN = {
  'config.json': { model_type: 'bert', hidden_size: 8, max_position_embeddings: 512 },
  'tokenizer.json': {},
  'onnx/model.onnx': 'model',
};

async function read(
  files: Readonly<Record<string, unknown>>,
  { folderName = 'model', ...options }: Partial<TransformersOptions> & { readonly folderName?: string } = {},
): Promise<ModelDescription> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, folderName);
  for (const [file, content] of Object.entries({ ...PLAIN, ...files })) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return await readModel({ name: 'm', path, ...options });
}

it('takes the mean of up to 512 tokens where the files say nothing else', async () => {
  expect(await read({})).toMatchObject({ dimension: 8, pooling: 'mean', maxTokens: 512, padId: 0, prefixes: { query: '', document: '' } });
});

it('takes pooling, length and prompts as sentence-transformers writes them', async () => {
  const files = {
    'modules.json': [
      { path: '', type: 'sentence_transformers.models.Transformer' },
      { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
      { path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
    ],
    '1_Pooling/config.json': { word_embedding_dimension: 8, pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    'sentence_bert_config.json': { max_seq_length: 256, do_lower_case: false },
    'config_sentence_transformers.json': { prompts: { query: 'ask: ', passage: 'text: ' }, default_prompt_name: null },
  };
  expect(await read(files)).toMatchObject({ pooling: 'cls', maxTokens: 256, prefixes: { query: 'ask: ', document: 'text: ' } });
  const settings = { pooling: 'mean', maxTokens: 64, queryPrefix: '', documentPrefix: 'd: ' } as const;
  expect(await read(files, settings)).toMatchObject({ pooling: 'mean', maxTokens: 64, prefixes: { query: '', document: 'd: ' } });
});

it('knows the prefixes of families whose files do not tell them, by the folder’s name', async () => {
  const { prefixes } = await read({}, { folderName: 'multilingual-e5-small' });
  expect(prefixes).toEqual({ query: 'query: ', document: 'passage: ' });
});

it('takes no more tokens than the model has positions', async () => {
  expect(await read({ 'tokenizer_config.json': { model_max_length: 1e30 } }, { maxTokens: 4096 })).toMatchObject({ maxTokens: 512 });
  const roberta = { 'config.json': { model_type: 'xlm-roberta', hidden_size: 8, max_position_embeddings: 514, pad_token_id: 1 } };
  expect(await read(roberta)).toMatchObject({ maxTokens: 512, padId: 1 });
});

it('prefers int8, and takes the file of the settings', async () => {
  const files = { 'onnx/model_quantized.onnx': 'int8 DynamicQuantizeLinear' };
  expect(await read(files)).toMatchObject({ onnxFile: matching(/onnx\/model_quantized\.onnx$/), dependsOnBatch: true });
  expect(await read(files, { file: 'onnx/model.onnx' })).toMatchObject({
    onnxFile: matching(/onnx\/model\.onnx$/),
    dependsOnBatch: false,
  });
});

it('changes its revision with the model, its tokenizer and what it does with them', async () => {
  const revisions = [
    await read({}),
    await read({ 'onnx/model.onnx': 'other' }),
    await read({ 'onnx/model.onnx_data': 'weights' }),
    await read({ 'tokenizer.json': { other: true } }),
    await read({}, { maxTokens: 64 }),
  ].map(({ revision }) => revision);
  expect(new Set(revisions).size).toBe(revisions.length);
  expect((await read({})).revision).toBe(revisions[0]);
});

it('refuses what it would compute wrongly', async () => {
  const pooled = (config: object) => read({ '1_Pooling/config.json': config });
  await expect(pooled({ pooling_mode_max_tokens: true })).rejects.toMatchObject({ code: 'EMBEDDER.MODEL_UNSUPPORTED' });
  await expect(pooled({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: true })).rejects.toThrow(/none of mean, cls and last/);
  await expect(read({ 'modules.json': [{ path: '3_X', type: 'a.b.WordWeights' }] })).rejects.toThrow(/step WordWeights/);
  await expect(read({ 'config.json': { model_type: 'bert' } })).rejects.toThrow(/hidden_size/);
  await expect(read({ 'config.json': 'no JSON' })).rejects.toThrow(/config\.json is not what such a file should be/);
});
