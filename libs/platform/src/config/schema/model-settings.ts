import { z } from 'zod';
import { EntryName } from './entry-name.js';
import { setting } from './setting.js';

// One schema object per setting that several types share, so that the reference lists it once.
const queryPrefix = setting(z.string().max(1000).optional(), {
  description: 'Put in front of a query before it is embedded.',
  defaultText: 'what the model’s files say, else what is known of a model of that name',
  example: '"query: "',
});
const documentPrefix = setting(z.string().max(1000).optional(), {
  description: 'Put in front of a passage before it is embedded; changing it asks for re-embedding.',
  defaultText: 'what the model’s files say, else what is known of a model of that name',
  example: '"passage: "',
});
const url = setting(
  z
    .url({ protocol: /^https?$/, error: 'not an http or https address' })
    .refine((address) => !/^https?:\/\/[^/]*@/i.test(address), 'holds a password; put it into api_key')
    .optional(),
  {
    description: 'ollama, openai: address of the server; for openai up to and including the version.',
    defaultText: 'http://127.0.0.1:11434 for ollama, https://api.openai.com/v1 for openai',
    example: 'http://127.0.0.1:8080/v1',
  },
);
const dimensions = setting(z.number().int().min(1).max(16_384).optional(), {
  description: 'ollama, openai: asks the server for shorter vectors, where the model can give them.',
  defaultText: 'those of the model',
  example: '512',
});
const batchSize = setting(z.number().int().min(1).max(2048).default(32), {
  description: 'ollama, openai: texts of one request at most.',
  unit: 'texts',
});
const timeoutMs = setting(z.number().int().min(100).max(300_000).default(60_000), {
  description: 'ollama, openai: a request that is not answered after this long has failed.',
  unit: 'ms',
});

const StaticModel = z.strictObject({
  type: setting(z.literal('static'), { description: '`static`: the model that is shipped, 256 dimensions, no download.' }),
});

const TransformersModel = z.strictObject({
  type: setting(z.literal('transformers'), { description: '`transformers`: an ONNX model in a local folder, run in this process.' }),
  path: setting(z.string().min(1), {
    description:
      'transformers: folder of the model: config.json, tokenizer.json, and the ONNX file in it or in its folder onnx. Also the name of a model that lies in the local Hugging Face cache; nothing is downloaded.',
    example: '~/models/all-minilm-l6-v2',
  }),
  file: setting(z.string().min(1).optional(), {
    description: 'transformers: the ONNX file, relative to the folder.',
    defaultText: 'an int8 file where there is one, else the full model',
    example: 'onnx/model.onnx',
  }),
  pooling: setting(z.enum(['mean', 'cls', 'last']).optional(), {
    description: 'transformers: how the vectors of the tokens become that of the text.',
    defaultText: 'what the model’s files say, else mean',
  }),
  maxTokens: setting(z.number().int().min(8).max(32_768).optional(), {
    description: 'transformers: longer texts are cut to this many tokens.',
    unit: 'tokens',
    defaultText: 'what the model’s files say',
  }),
  threads: setting(z.number().int().min(1).max(256).default(1), {
    description: 'transformers: threads that compute one batch. int8 models are rarely faster with more.',
    unit: 'threads',
  }),
  queryPrefix,
  documentPrefix,
});

const OllamaModel = z.strictObject({
  type: setting(z.literal('ollama'), { description: '`ollama`: a model of an Ollama server.' }),
  url,
  model: setting(z.string().min(1).default('mxbai-embed-large'), {
    description: 'ollama: name of the model on the server, mxbai-embed-large unless given.',
  }),
  dimensions,
  batchSize,
  timeoutMs,
  queryPrefix,
  documentPrefix,
});

const OpenAiModel = z.strictObject({
  type: setting(z.literal('openai'), {
    description: '`openai`: OpenAI, or any server of the same interface (TEI, vLLM, LM Studio, llama.cpp).',
  }),
  url,
  apiKey: setting(z.string().min(1).max(4096).optional(), {
    description: 'openai: sent as bearer token; never written to a log or a message.',
    defaultText: 'none',
    example: 'sk-…',
    secret: true,
  }),
  model: setting(z.string().min(1), { description: 'openai: name of the model; must be given.', example: 'text-embedding-3-small' }),
  dimensions,
  batchSize,
  timeoutMs,
  queryPrefix,
  documentPrefix,
});

/** One configured embedding model; `type` tells which adapter makes its vectors. */
const ModelEntry = z.discriminatedUnion('type', [StaticModel, TransformersModel, OllamaModel, OpenAiModel]);
export type ModelSettings = z.output<typeof ModelEntry>;

export const ModelsSection = setting(z.record(EntryName, ModelEntry).default({ static: { type: 'static' } }), {
  description: 'The embedding models, by name.',
  example: '{"static": {"type": "static"}}',
});
