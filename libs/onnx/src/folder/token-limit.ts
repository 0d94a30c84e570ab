import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelOwner } from '../owner/model-owner.js';
import { modelMissing } from './folder-errors.js';

/** What `config.json` says of positions and padding. */
export const PositionConfig = z.object({
  model_type: z.string().optional(),
  max_position_embeddings: z.number().optional(),
  pad_token_id: z.number().int().nonnegative().nullish(),
});

/** What `tokenizer_config.json` says of lengths. */
export const TokenizerConfig = z.object({ model_max_length: z.number().positive().nullish() });

interface Lengths {
  readonly config: z.output<typeof PositionConfig>;
  readonly tokenizerConfig: z.output<typeof TokenizerConfig>;
  /** By the settings. */
  readonly wanted: number | undefined;
  /** By what else the model’s files say. */
  readonly said?: number | null | undefined;
}

const DEFAULT_MAX_TOKENS = 512;
/** `model_max_length` is astronomic where nobody set it. */
const PLAUSIBLE_TOKENS = 100_000;
/** Their positions begin behind the padding token's. */
const OFFSET_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet', 'longformer']);

/** Tokens of one text or pair, special ones included, never more than the model has positions. */
export function maxTokensOf({ config, tokenizerConfig, wanted, said }: Lengths): number {
  const offset = OFFSET_POSITIONS.has(config.model_type ?? '') ? (config.pad_token_id ?? 1) + 1 : 0;
  const positions = config.max_position_embeddings;
  const limit = positions !== undefined && positions > 0 ? positions - offset : Number.POSITIVE_INFINITY;
  const told = said ?? plausible(tokenizerConfig.model_max_length);
  const chosen = wanted ?? told ?? (Number.isFinite(limit) ? limit : DEFAULT_MAX_TOKENS);
  return Math.min(chosen, limit);
}

function plausible(tokens: number | null | undefined): number | undefined {
  return typeof tokens === 'number' && tokens <= PLAUSIBLE_TOKENS ? tokens : undefined;
}

/** The files of the tokenizer; its configuration may be missing. @throws `EMBEDDER.MODEL_NOT_FOUND` or its like */
export async function findTokenizer(owner: ModelOwner, folder: string) {
  const tokenizerFile = join(folder, 'tokenizer.json');
  await stat(tokenizerFile).catch((cause: unknown) => {
    throw modelMissing(owner, `there is no ${tokenizerFile}. Save the fast tokenizer of the model there (\`save_pretrained\`).`, cause);
  });
  return { tokenizerFile, tokenizerConfigFile: join(folder, 'tokenizer_config.json') };
}
