import type { Prompt } from '../../prompts/prompt.js';
import { compareCollectionsPrompt } from './compare-collections.prompt.js';
import { explainCollectionPrompt } from './explain-collection.prompt.js';
import { findAndCitePrompt } from './find-and-cite.prompt.js';
import { rememberThisPrompt } from './remember-this.prompt.js';
import { whatDoWeKnowPrompt } from './what-do-we-know-about.prompt.js';

/** The prompts of `/mcp`, in the order they are listed. */
export const nativePrompts: readonly Prompt[] = [
  findAndCitePrompt,
  whatDoWeKnowPrompt,
  compareCollectionsPrompt,
  explainCollectionPrompt,
  rememberThisPrompt,
];
