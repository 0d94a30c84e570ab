import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowId } from '../store/row-ids.js';
import { FORMAT, WORD_COLUMNS } from '../store/schema.js';
import type { CollectionRow } from '../write/collection-rows.js';
import type { WriteTransaction } from '../write/write-transaction.js';
import type { UsedWords } from './used-words.js';

/** How long one transaction goes on with it. */
const DELETE_MS = 15;

/** Words of a collection that no point had when they were looked for. */
export interface DeadWords {
  readonly collection: Pick<CollectionRow, 'id' | 'name'>;
  readonly used: UsedWords;
  readonly numbers: readonly number[];
}

/** Deletes those of the words that still occur in no point, as many as there is time for. @param from place of the first one to look at
 *  @returns how many are gone and where to go on; undefined when more was written since than can be looked at here, or another collection has the name by now
 *  @throws `COLLECTION.NOT_FOUND` */
export function deleteWords(
  transaction: WriteTransaction,
  { collection, used, numbers }: DeadWords,
  from: number,
): { readonly deleted: number; readonly next: number } | undefined {
  const { writer } = transaction;
  const row = transaction.collections.get(collection.name);
  if (row.id !== collection.id || !used.addNew(writer)) return undefined;
  const endsAt = performance.now() + DELETE_MS;
  const remove = writer.sql('DELETE FROM words WHERE id = ?');
  let deleted = 0;
  let next = from;
  for (; next < numbers.length && (next === from || performance.now() < endsAt); next++) {
    const number = numbers[next] ?? 0;
    if (!used.has(number)) deleted += Number(remove.run(rowId(row.id, number)).changes);
  }
  if (deleted > 0) {
    addColumns(writer);
    writer.sql('UPDATE collections SET forgotten_words = forgotten_words + ? WHERE id = ?').run(deleted, row.id);
    // Every writer knows by it that numbers it remembers are gone.
    row.forgottenWords += deleted;
    writer.db.exec(`PRAGMA user_version = ${FORMAT.toString()}`);
  }
  return { deleted, next };
}

/** Notes that the words of a collection were counted. @param removals points ever removed from it when that began @param at ms since the epoch */
export function noteCounting(
  { writer, collections }: WriteTransaction,
  { id, name }: Pick<CollectionRow, 'id' | 'name'>,
  { removals, at }: { readonly removals: number; readonly at: number },
): void {
  if (collections.get(name).id !== id) return;
  addColumns(writer);
  writer.sql('UPDATE collections SET counted_removals = ?, counted_at = ? WHERE id = ?').run(removals, at, id);
}

function addColumns(writer: Connection): void {
  const found = writer.sql("SELECT count(*) AS n FROM pragma_table_info('collections') WHERE name = 'forgotten_words'").get();
  if (numberIn(found ?? {}, 'n') === 0) writer.db.exec(WORD_COLUMNS);
}
