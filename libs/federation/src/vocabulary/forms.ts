import type { WordModel } from '@tributary/embedding-port';
import { beginningOf, withForms, wordsWithForms, type ParsedQuery } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from '../nominate/circuits.js';
import type { SearchDeadlines } from '../plan/deadlines.js';
import { askVocabularies } from './ask-vocabularies.js';

/** Of the time of the lanes, which come after it. */
const SHARE_OF_LANES = 0.5;

interface FormsOptions {
  /** The words of the common model; left out where it has none. */
  readonly words: WordModel | undefined;
  readonly circuits: Circuits;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

/** The query with other forms of its words that the collections say, where it is of another language than the common model (docs/adr/0135-forms-of-words.md). */
export async function lookForForms(
  query: ParsedQuery,
  collections: readonly ScopedCollection[],
  { words: model, circuits, deadlines, signal }: FormsOptions,
): Promise<ParsedQuery> {
  const words = model === undefined ? [] : wordsWithForms(query, (word) => model.knows(word));
  const there = collections.filter(({ record }) => !circuits.isOpen(record.engine));
  if (words.length === 0 || there.length === 0) return query;
  const deadline = deadlines.lanes.share(SHARE_OF_LANES);
  const found = await askVocabularies(there, { deadline, signal }, (collection, limit) =>
    collection.wordsBeginning(words.map(beginningOf), limit),
  );
  return withForms(query, new Map(words.map((word, at) => [word, found.map((ofCollection) => ofCollection[at] ?? [])])));
}
