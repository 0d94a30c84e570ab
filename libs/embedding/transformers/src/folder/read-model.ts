import { basename } from 'node:path';
import { knownPrefixes, type Prefixes } from '@tributary/embedding-port';
import {
  findFolder,
  findOnnxFile,
  findTokenizer,
  fingerprint,
  maxTokensOf,
  modelUnsupported,
  type ModelOwner,
  type Pooling,
} from '@tributary/onnx';
import { readModelFiles, type ModelFiles } from './model-files.js';
import { poolingOf } from './pooling.js';

export interface TransformersOptions {
  /** Configured name. */
  readonly name: string;
  /** Folder of the model, or its name in the local cache of the hub. */
  readonly path: string;
  /** The ONNX file, relative to the folder; left out: int8 where there is one. */
  readonly file?: string | undefined;
  /** What follows is by the model's files where it is left out. */
  readonly pooling?: Pooling | undefined;
  readonly maxTokens?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
  /** Threads that compute one batch. */
  readonly threads?: number | undefined;
  /** The local cache of the hub. */
  readonly cache?: string | undefined;
}

/** A model as its files describe it. */
export interface ModelDescription {
  readonly onnxFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string;
  readonly dimension: number;
  readonly pooling: Pooling;
  /** False where the settings ask for a pooling of their own, whatever the ONNX file would give by itself. */
  readonly mayUseSentenceOutput: boolean;
  /** True where steps follow the pooling that only the ONNX file can make. */
  readonly needsSentenceOutput: boolean;
  /** Special tokens included. */
  readonly maxTokens: number;
  readonly padId: number;
  readonly prefixes: Prefixes;
  readonly revision: string;
  readonly dependsOnBatch: boolean;
}

const STEPS = new Set(['Transformer', 'Pooling', 'Normalize', 'Dense']);

/** Reads a folder's files, all of the ONNX file included for the revision, but loads nothing. @throws `EMBEDDER.MODEL_NOT_FOUND`, `EMBEDDER.MODEL_UNSUPPORTED` */
export async function readModel(options: TransformersOptions): Promise<ModelDescription> {
  const owner = { name: options.name, use: 'embedding' } as const;
  const folder = await findFolder({ ...options, owner });
  const files = await readModelFiles(owner, folder);
  const onnxFile = await findOnnxFile({ owner, folder, file: options.file });
  const pooling = options.pooling ?? poolingOf(owner, files);
  const maxTokens = maxTokensOf({ ...files, wanted: options.maxTokens, said: files.sentence?.max_seq_length });
  const prefixes = prefixesOf(files, options);
  const tokenizer = await findTokenizer(owner, folder);
  const print = await fingerprint(
    [onnxFile, `${onnxFile}_data`, `${onnxFile}.data`, tokenizer.tokenizerFile],
    [pooling, maxTokens, prefixes.document],
  );
  return {
    ...print,
    onnxFile,
    ...tokenizer,
    dimension: dimensionOf(owner, files),
    pooling,
    mayUseSentenceOutput: options.pooling === undefined,
    needsSentenceOutput: files.dense !== undefined,
    maxTokens,
    padId: files.config.pad_token_id ?? 0,
    prefixes,
  };
}

function dimensionOf(owner: ModelOwner, { config, pooling, dense, steps }: ModelFiles): number {
  const strange = steps.filter((step) => !STEPS.has(step));
  if (strange.length > 0)
    throw modelUnsupported(owner, `it has a step ${strange.join(', ')}, which is not known here. Serve it by \`openai\`.`);
  const pooled = pooling?.['word_embedding_dimension'] ?? pooling?.['embedding_dimension'];
  const size = dense?.out_features ?? pooled ?? config.hidden_size ?? config.d_model ?? config.dim ?? config.n_embd;
  if (typeof size === 'number') return size;
  throw modelUnsupported(owner, 'its config.json tells no hidden_size. Is it a text embedding model?');
}

/** By the settings, else by the model's own prompts, else by what is known of a model of the folder's name. */
function prefixesOf({ prompts }: ModelFiles, options: TransformersOptions): Prefixes {
  const own = prompts?.prompts ?? {};
  const byDefault = own[prompts?.default_prompt_name ?? ''];
  const told = Object.values(own).some((prompt) => prompt !== '');
  const known = told ? { query: '', document: '' } : knownPrefixes(basename(options.path));
  return {
    query: options.queryPrefix ?? (told ? (own['query'] ?? byDefault) : undefined) ?? known.query,
    document: options.documentPrefix ?? (told ? (own['document'] ?? own['passage'] ?? byDefault) : undefined) ?? known.document,
  };
}
