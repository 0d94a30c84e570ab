import { mostFrequent, type WordSuggestion } from '@tributary/engines-port';
import type { Projection } from '../projection/projection.js';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf } from '../store/row-ids.js';

/** Behind all letters. */
const LAST = '\u{10FFFF}';

/** The known words with a beginning, most frequent first: read from the index, so that no vocabulary has to be in memory for it. Synchronous, within a snapshot. */
export function wordsBeginning(
  beginning: string,
  { projection, reader }: { readonly projection: Projection; readonly reader: Connection },
): readonly WordSuggestion[] {
  const rows = reader
    .sql('SELECT id, word FROM words WHERE collection = ? AND word >= ? AND word < ?')
    .all(projection.collection, beginning, beginning + LAST);
  return mostFrequent(
    rows.map((row) => ({ word: textIn(row, 'word'), documentFrequency: projection.wordCount(numberOf(numberIn(row, 'id'))) })),
  );
}
