import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { settingOf, type ModelOwner } from '../owner/model-owner.js';
import { modelMissing } from './folder-errors.js';

/** In this order: an int8 model answers several times as fast on a CPU, and ranks nearly as well. */
const NAMES = ['model_quantized.onnx', 'model_int8.onnx', 'model_uint8.onnx', 'model.onnx'];
const PLACES = ['onnx', '.'];

export interface OnnxPlace {
  readonly owner: ModelOwner;
  readonly folder: string;
  /** As configured, relative to the folder. */
  readonly file: string | undefined;
}

/** The full path of the ONNX file of a model folder. @throws `EMBEDDER.MODEL_NOT_FOUND` or its like */
export async function findOnnxFile({ owner, folder, file }: OnnxPlace): Promise<string> {
  const present = await onnxFiles(folder);
  const list = present.map((path) => relative(folder, path)).join(', ');
  if (file !== undefined) {
    const path = join(folder, file);
    if (await isFile(path)) return path;
    throw modelMissing(owner, `there is no file ${path}. ONNX files there: ${list || 'none'}. Correct ${settingOf(owner, 'file')}.`);
  }
  for (const candidate of NAMES) {
    const found = PLACES.map((place) => join(folder, place, candidate)).find((path) => present.includes(path));
    if (found !== undefined) return found;
  }
  const [only, ...others] = present;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw modelMissing(owner, `${folder} holds several ONNX files (${list}). Choose one in ${settingOf(owner, 'file')}.`);
  throw modelMissing(
    owner,
    `${folder} holds no ONNX file. Export the model (\`optimum-cli export onnx --model MODEL ${folder}\`), or set ${settingOf(owner, 'path')} to a folder that has onnx/model.onnx.`,
  );
}

async function onnxFiles(folder: string): Promise<readonly string[]> {
  const lists = PLACES.map(async (place) => {
    const names = await readdir(join(folder, place)).catch(() => []);
    return names.filter((name) => name.endsWith('.onnx')).map((name) => join(folder, place, name));
  });
  return (await Promise.all(lists)).flat();
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
