import { z } from 'zod';
import { EntryName } from './entry-name.js';
import { setting } from './setting.js';

// One schema object per setting that several types share, so that the reference lists it once.
const waitMs = setting(z.number().int().min(40).max(20_000).default(300), {
  description:
    'A search waits for the reranker until this long after it began: what came before is taken off, but half of it at most; and never longer than its deadline allows. A model scores fifty documents, and up to a hundred while the wait lasts.',
  unit: 'ms',
});
const weight = setting(z.number().min(0).max(100).optional(), {
  description:
    'What its score counts beside that of the judge, both in standard deviations; of a model: what its cosine counts beside the words, 1 is as measured. 0 changes nothing.',
  defaultText: '1',
});

const ModelReranker = z.strictObject({
  type: setting(z.literal('model'), {
    description: '`model`: the cosine of query and passage by one of the configured models, whatever the collections are made with.',
  }),
  model: setting(EntryName, { description: 'model: name of the model under models.', example: 'minilm' }),
  waitMs,
  weight,
});

const TransformersReranker = z.strictObject({
  type: setting(z.literal('transformers'), {
    description: '`transformers`: a cross-encoder in ONNX from a local folder, run in this process.',
  }),
  path: setting(z.string().min(1), {
    description:
      'transformers: folder of the model: config.json, tokenizer.json, and the ONNX file in it or in its folder onnx. Also the name of a model that lies in the local Hugging Face cache; nothing is downloaded.',
    example: '~/models/ms-marco-minilm-l6-v2',
  }),
  file: setting(z.string().min(1).optional(), {
    description: 'transformers: the ONNX file, relative to the folder.',
    defaultText: 'an int8 file where there is one, else the full model',
    example: 'onnx/model.onnx',
  }),
  maxTokens: setting(z.number().int().min(16).max(32_768).optional(), {
    description: 'transformers: query and passage together are cut to this many tokens.',
    unit: 'tokens',
    defaultText: 'what the model’s files say',
  }),
  threads: setting(z.number().int().min(1).max(256).default(1), {
    description: 'transformers: threads that compute one batch.',
    unit: 'threads',
  }),
  waitMs,
  weight,
});

const HttpReranker = z.strictObject({
  type: setting(z.literal('http'), {
    description: '`http`: a server with a cross-encoder (TEI, Cohere, Jina, vLLM and others). Queries and passages are sent to it.',
  }),
  url: setting(
    z
      .url({ protocol: /^https?$/, error: 'not an http or https address' })
      .refine((address) => !/^https?:\/\/[^/]*@/i.test(address), 'holds a password; put it into api_key'),
    { description: 'http: address of the server; of a hosted one up to and including the version.', example: 'http://127.0.0.1:8080' },
  ),
  shape: setting(z.enum(['tei', 'cohere']).optional(), {
    description: 'http: `tei` sends texts to /rerank, `cohere` sends documents to /v2/rerank or /v1/rerank.',
    defaultText: 'found out with the first search',
  }),
  model: setting(z.string().min(1).optional(), {
    description: 'http: name of the model on the server; hosted ones ask for it.',
    defaultText: 'the server’s own',
    example: 'rerank-v3.5',
  }),
  apiKey: setting(z.string().min(1).max(4096).optional(), {
    description: 'http: sent as bearer token; never written to a log or a message.',
    defaultText: 'none',
    secret: true,
  }),
  batchSize: setting(z.number().int().min(1).max(1000).default(32), {
    description: 'http: passages of one request at most; further requests go out at the same time.',
    unit: 'passages',
  }),
  waitMs,
  weight,
});

/** One configured reranker; `type` tells which adapter asks it. */
const RerankerEntry = z.discriminatedUnion('type', [ModelReranker, TransformersReranker, HttpReranker]);
export type RerankerSettings = z.output<typeof RerankerEntry>;

export const RerankersSection = setting(z.record(EntryName, RerankerEntry).default({}), {
  description: 'What may reorder the head of a list, by name. None: searches that ask for it keep the order of the judge.',
  example: '{"local": {"type": "http", "url": "http://127.0.0.1:8080"}}',
});
