import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@tributary/kernel';
import { z } from 'zod';
import { modelMissing, modelUnsupported } from './folder-errors.js';

const Size = z.number().int().positive();

/** `config.json`: sizes under the names that the families of models use. */
const Config = z.object({
  model_type: z.string().optional(),
  hidden_size: Size.optional(),
  d_model: Size.optional(),
  dim: Size.optional(),
  n_embd: Size.optional(),
  max_position_embeddings: z.number().optional(),
  pad_token_id: z.number().int().nonnegative().nullish(),
});

const TokenizerConfig = z.object({ model_max_length: z.number().positive().nullish() });

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
export async function readModelFiles(name: string, folder: string): Promise<ModelFiles> {
  const reader = new Reader(name, folder);
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

class Reader {
  readonly #name: string;
  readonly #folder: string;

  constructor(name: string, folder: string) {
    this.#name = name;
    this.#folder = folder;
  }

  async required<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
    const path = join(this.#folder, file);
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw modelMissing(this.#name, `there is no ${path}. A model folder has config.json, tokenizer.json and onnx/model.onnx.`, cause);
    });
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw modelUnsupported(this.#name, `${path} is not what such a file should be. Fetch the model again.`, cause);
    }
  }

  async optional<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
    try {
      return await this.required(file, schema);
    } catch (error) {
      if (hasCode(error, 'EMBEDDER.MODEL_NOT_FOUND')) return undefined;
      throw error;
    }
  }
}
