import {
  FolderReader,
  PositionConfig,
  TokenizerConfig,
  findFolder,
  findOnnxFile,
  findTokenizer,
  fingerprint,
  maxTokensOf,
  modelUnsupported,
  type ModelOwner,
} from '@tributary/onnx';
import { z } from 'zod';

export interface TransformersRerankerOptions {
  /** Configured name. */
  readonly name: string;
  /** Folder of the model, or its name in the local cache of the hub. */
  readonly path: string;
  /** The ONNX file, relative to the folder; left out: int8 where there is one. */
  readonly file?: string | undefined;
  /** Tokens of query and passage together; left out: what the model’s files say. */
  readonly maxTokens?: number | undefined;
  /** Threads that compute one batch. */
  readonly threads?: number | undefined;
}

const Config = PositionConfig.extend({ id2label: z.record(z.string(), z.string()).optional() });
/** One number, or “does not fit” and “fits”. */
const MOST_CLASSES = 2;

/** Reads a folder’s files, but loads nothing. @throws `RERANKER.MODEL_NOT_FOUND`, `RERANKER.MODEL_UNSUPPORTED` */
export async function readCrossEncoder(owner: ModelOwner, { path, file, maxTokens }: TransformersRerankerOptions) {
  const folder = await findFolder({ owner, path });
  const reader = new FolderReader(owner, folder);
  const config = await reader.required('config.json', Config);
  const classes = Object.keys(config.id2label ?? {}).length;
  if (classes > MOST_CLASSES) throw modelUnsupported(owner, `it has ${classes.toString()} classes, where a cross-encoder has one or two.`);
  const tokenizerConfig = (await reader.optional('tokenizer_config.json', TokenizerConfig)) ?? {};
  const onnxFile = await findOnnxFile({ owner, folder, file });
  const { dependsOnBatch } = await fingerprint([onnxFile], '');
  return {
    ...(await findTokenizer(owner, folder)),
    onnxFile,
    dependsOnBatch,
    maxTokens: maxTokensOf({ config, tokenizerConfig, wanted: maxTokens }),
    padId: config.pad_token_id ?? 0,
  };
}
