import { permanent, type TributaryError } from '@tributary/kernel';

/** A model that is not where the configuration says. */
export function modelMissing(name: string, sentence: string, cause?: unknown): TributaryError {
  return permanent('EMBEDDER.MODEL_NOT_FOUND', `The model ${name}: ${sentence}`, { category: 'not_found', cause });
}

/** A model that is there but of a kind this adapter cannot run. */
export function modelUnsupported(name: string, sentence: string, cause?: unknown): TributaryError {
  return permanent('EMBEDDER.MODEL_UNSUPPORTED', `The model ${name}: ${sentence}`, { cause });
}
