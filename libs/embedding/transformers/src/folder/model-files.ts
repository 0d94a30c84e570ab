import { join } from 'node:path';
import { FolderReader, PositionConfig, TokenizerConfig, type ModelOwner } from '@tributary/onnx';
import { z } from 'zod';

const Size = z.number().int().positive();

/** `config.json`: sizes under the names that the families of models use. */
const Config = PositionConfig.extend({
  hidden_size: Size.optional(),
  d_model: Size.optional(),
  dim: Size.optional(),
  n_embd: Size.optional(),
});

/** sentence-transformers: the steps from tokens to the vector of a text. */
const Modules = z.array(z.object({ path: z.string(), type: z.string() }));

/** The folder of the pooling step. */
const PoolingConfig = z.record(z.string(), z.unknown());

const DenseConfig = z.object({ out_features: Size });
const SentenceConfig = z.object({ max_seq_length: Size.nullish() });
const Prompts = z.object({ prompts: z.record(z.string(), z.string()).default({}), default_prompt_name: z.string().nullish() });

/** What the JSON files of a model folder say, checked; files that sentence-transformers adds may be missing. */
export interface ModelFiles {
  readonly config: z.output<typeof Config>;
  readonly tokenizerConfig: z.output<typeof TokenizerConfig>;
  readonly steps: readonly string[];
  readonly pooling: z.output<typeof PoolingConfig> | undefined;
  readonly dense: z.output<typeof DenseConfig> | undefined;
  readonly sentence: z.output<typeof SentenceConfig> | undefined;
  readonly prompts: z.output<typeof Prompts> | undefined;
}

/** @throws `EMBEDDER.MODEL_NOT_FOUND` where a file is missing, `EMBEDDER.MODEL_UNSUPPORTED` where one says what it must not */
export async function readModelFiles(owner: ModelOwner, folder: string): Promise<ModelFiles> {
  const reader = new FolderReader(owner, folder);
  const modules = (await reader.optional('modules.json', Modules)) ?? [];
  const placeOf = (step: string) => modules.find(({ type }) => stepOf(type) === step)?.path;
  const poolingPlace = placeOf('Pooling') ?? '1_Pooling';
  const densePlace = placeOf('Dense');
  return {
    config: await reader.required('config.json', Config),
    tokenizerConfig: (await reader.optional('tokenizer_config.json', TokenizerConfig)) ?? {},
    steps: modules.map(({ type }) => stepOf(type)),
    pooling: await reader.optional(join(poolingPlace, 'config.json'), PoolingConfig),
    dense: densePlace === undefined ? undefined : await reader.optional(join(densePlace, 'config.json'), DenseConfig),
    sentence: await reader.optional('sentence_bert_config.json', SentenceConfig),
    prompts: await reader.optional('config_sentence_transformers.json', Prompts),
  };
}

function stepOf(type: string): string {
  return type.split('.').at(-1) ?? type;
}
