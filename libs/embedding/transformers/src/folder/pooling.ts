import { modelUnsupported, type ModelOwner, type Pooling } from '@tributary/onnx';
import type { ModelFiles } from './model-files.js';

const MODES: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
  pooling_mode_lasttoken: 'last',
  mean: 'mean',
  cls: 'cls',
  lasttoken: 'last',
};

/** The pooling by the model's files, mean where they say nothing. @throws `EMBEDDER.MODEL_UNSUPPORTED` for any other, or several at once */
export function poolingOf(owner: ModelOwner, { pooling }: ModelFiles): Pooling {
  if (pooling === undefined) return 'mean';
  const flagged = Object.entries(pooling).flatMap(([key, value]) => (key.startsWith('pooling_mode_') && value === true ? [key] : []));
  const written = typeof pooling['pooling_mode'] === 'string' ? pooling['pooling_mode'] : 'mean';
  const found = flagged.length > 0 ? flagged : [written];
  const [mode] = found.map((text) => MODES[text]);
  if (found.length === 1 && mode !== undefined) return mode;
  throw modelUnsupported(
    owner,
    `its pooling (${found.join(', ')}) is none of mean, cls and last. Use another model, or serve this one by \`openai\` or \`ollama\`.`,
  );
}
