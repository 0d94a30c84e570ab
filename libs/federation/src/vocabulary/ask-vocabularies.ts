import type { WordSuggestion } from '@tributary/engines-port';
import { within, type Deadline } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';

type Suggestions = readonly (readonly WordSuggestion[])[];

interface AskOptions {
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** What the vocabulary of each collection has for some words, in their order. One that does not answer by then is one less to choose from. */
export function askVocabularies(
  collections: readonly ScopedCollection[],
  options: AskOptions,
  ask: (collection: ScopedCollection, signal: AbortSignal) => Promise<Suggestions>,
): Promise<readonly Suggestions[]> {
  return Promise.all(
    collections.map(async (collection) => {
      try {
        return await within(options, (signal) => ask(collection, signal));
      } catch {
        return [];
      }
    }),
  );
}
