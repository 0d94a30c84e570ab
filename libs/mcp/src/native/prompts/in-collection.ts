import type { PromptArgument } from '../../prompts/prompt.js';

/** Left out or empty, all collections are meant. */
export const collectionArgument: PromptArgument = {
  name: 'collection',
  description: 'Only this collection; left out: all of them.',
  required: false,
  complete: 'collection',
};

/** ` in the collection "notes"`, or nothing. */
export function inCollection(collection: string | undefined): string {
  return isNamed(collection) ? ` in the collection ${JSON.stringify(collection)}` : '';
}

/** What `search` takes as its `collections`. */
export function searched(collection: string | undefined): string[] {
  return isNamed(collection) ? [collection] : ['*'];
}

function isNamed(collection: string | undefined): collection is string {
  return collection !== undefined && collection.trim() !== '';
}
