import type { WordModel } from '@tributary/embedding-port';
import { beginningOf, strangeWords, withForms, withFunctionWordsAside, wordsWithForms, type ParsedQuery } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from '../nominate/circuits.js';
import type { SearchDeadlines } from '../plan/deadlines.js';
import { askVocabularies } from './ask-vocabularies.js';

/** Of the time of the lanes, which come after it. */
const SHARE_OF_LANES = 0.5;

interface ForeignOptions {
  /** The words of the common model; left out where it has none. */
  readonly words: WordModel | undefined;
  readonly circuits: Circuits;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

/** A query of another language than the common model's as it is looked for: its function words say little, and its other words are looked for in the forms that the collections say, too
 *  (docs/adr/0135-forms-of-words.md, 0137-function-words.md). Any other query is left as it is. */
export async function readForeign(
  query: ParsedQuery,
  collections: readonly ScopedCollection[],
  { words: model, circuits, deadlines, signal }: ForeignOptions,
): Promise<ParsedQuery> {
  const strange = model && strangeWords(query, (word) => model.knows(word));
  if (strange === undefined) return query;
  const weighed = withFunctionWordsAside(query);
  const words = wordsWithForms(strange, query);
  const there = collections.filter(({ record }) => !circuits.isOpen(record.engine));
  if (words.length === 0 || there.length === 0) return weighed;
  const deadline = deadlines.lanes.share(SHARE_OF_LANES);
  const found = await askVocabularies(there, { deadline, signal }, (collection, limit) =>
    collection.wordsBeginning(words.map(beginningOf), limit),
  );
  return withForms(weighed, new Map(words.map((word, at) => [word, found.map((ofCollection) => ofCollection[at] ?? [])])));
}
