import { permanent, type TributaryError } from '@tributary/kernel';
import { codeOf, titleOf, type ModelOwner } from '../owner/model-owner.js';

/** A model that is not where the configuration says. */
export function modelMissing(owner: ModelOwner, sentence: string, cause?: unknown): TributaryError {
  return permanent(codeOf(owner, 'MODEL_NOT_FOUND'), `${titleOf(owner)}: ${sentence}`, { category: 'not_found', cause });
}

/** A model that is there but of a kind that cannot be run. */
export function modelUnsupported(owner: ModelOwner, sentence: string, cause?: unknown): TributaryError {
  return permanent(codeOf(owner, 'MODEL_UNSUPPORTED'), `${titleOf(owner)}: ${sentence}`, { cause });
}
