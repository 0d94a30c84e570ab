import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a test finds the ONNX model, or why it does not. */
export type ModelFolder = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'none'; readonly reason: string };

/** `all-minilm-l6-v2` in the folder of models that `TRIBUTARY_TEST_MODELS_DIR` names. */
export function findModelFolder(): ModelFolder {
  const folder = process.env['TRIBUTARY_TEST_MODELS_DIR'] ?? '';
  if (folder === '')
    return { kind: 'none', reason: 'no ONNX model: set TRIBUTARY_TEST_MODELS_DIR to a folder that holds all-minilm-l6-v2' };
  const path = join(folder, 'all-minilm-l6-v2');
  return existsSync(join(path, 'config.json')) ? { kind: 'folder', path } : { kind: 'none', reason: `no ONNX model in ${path}` };
}
