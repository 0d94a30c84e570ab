import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { knownPrefixes, type Prefixes } from '@tributary/embedding-port';
import { findFolder } from './find-folder.js';
import { findOnnxFile } from './find-onnx-file.js';
import { fingerprint } from './fingerprint.js';
import { modelMissing, modelUnsupported } from './folder-errors.js';
import { readModelFiles, type ModelFiles } from './model-files.js';
import { poolingOf, type Pooling } from './pooling.js';

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

const DEFAULT_MAX_TOKENS = 512;
/** `model_max_length` is astronomic where nobody set it. */
const PLAUSIBLE_TOKENS = 100_000;
/** Their positions begin behind the padding token's. */
const OFFSET_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet', 'longformer']);
const STEPS = new Set(['Transformer', 'Pooling', 'Normalize', 'Dense']);

/** Reads a folder's files, all of the ONNX file included for the revision, but loads nothing. @throws `EMBEDDER.MODEL_NOT_FOUND`, `EMBEDDER.MODEL_UNSUPPORTED` */
export async function readModel(options: TransformersOptions): Promise<ModelDescription> {
  const { name } = options;
  const folder = await findFolder(options);
  const files = await readModelFiles(name, folder);
  const onnxFile = await findOnnxFile({ name, folder, file: options.file });
  const pooling = options.pooling ?? poolingOf(name, files);
  const maxTokens = maxTokensOf(files, options.maxTokens);
  const prefixes = prefixesOf(files, options);
  const tokenizerFile = join(folder, 'tokenizer.json');
  await stat(tokenizerFile).catch((cause: unknown) => {
    throw modelMissing(name, `there is no ${tokenizerFile}. Save the fast tokenizer of the model there (\`save_pretrained\`).`, cause);
  });
  const print = await fingerprint(
    [onnxFile, `${onnxFile}_data`, `${onnxFile}.data`, tokenizerFile],
    [pooling, maxTokens, prefixes.document],
  );
  return {
    ...print,
    onnxFile,
    tokenizerFile,
    tokenizerConfigFile: join(folder, 'tokenizer_config.json'),
    dimension: dimensionOf(name, files),
    pooling,
    mayUseSentenceOutput: options.pooling === undefined,
    needsSentenceOutput: files.dense !== undefined,
    maxTokens,
    padId: files.config.pad_token_id ?? 0,
    prefixes,
  };
}

function dimensionOf(name: string, { config, pooling, dense, steps }: ModelFiles): number {
  const strange = steps.filter((step) => !STEPS.has(step));
  if (strange.length > 0)
    throw modelUnsupported(name, `it has a step ${strange.join(', ')}, which is not known here. Serve it by \`openai\`.`);
  const pooled = pooling?.['word_embedding_dimension'] ?? pooling?.['embedding_dimension'];
  const size = dense?.out_features ?? pooled ?? config.hidden_size ?? config.d_model ?? config.dim ?? config.n_embd;
  if (typeof size === 'number') return size;
  throw modelUnsupported(name, 'its config.json tells no hidden_size. Is it a text embedding model?');
}

function maxTokensOf({ config, tokenizerConfig, sentence }: ModelFiles, wanted: number | undefined): number {
  const offset = OFFSET_POSITIONS.has(config.model_type ?? '') ? (config.pad_token_id ?? 1) + 1 : 0;
  const positions = config.max_position_embeddings;
  const limit = positions !== undefined && positions > 0 ? positions - offset : Number.POSITIVE_INFINITY;
  const said = sentence?.max_seq_length ?? plausible(tokenizerConfig.model_max_length);
  const chosen = wanted ?? said ?? (Number.isFinite(limit) ? limit : DEFAULT_MAX_TOKENS);
  return Math.min(chosen, limit);
}

function plausible(tokens: number | null | undefined): number | undefined {
  return typeof tokens === 'number' && tokens <= PLAUSIBLE_TOKENS ? tokens : undefined;
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
