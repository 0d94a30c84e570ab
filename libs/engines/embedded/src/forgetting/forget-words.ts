import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf, rowId, rowIdsOf } from '../store/row-ids.js';
import type { Store } from '../store/store.js';
import { readCollectionRow } from '../write/collection-rows.js';
import type { Writer } from '../writer/writer.js';
import { deleteWords, noteCounting, type DeadWords } from './delete-words.js';
import { isCountingDue, removalsOf } from './is-counting-due.js';
import { UsedWords } from './used-words.js';

/** Reading goes on for so long between two rests. */
const READ_MS = 5;
/** Words looked at between two rests. */
const WORDS_AT_ONCE = 1_000;
/** Words that are looked for before they are deleted. */
const MOST_DEAD = 20_000;
/** Where so many transactions one after the other find more new points than they can look at, the next time will do. */
const MOST_OVERTAKEN = 20;

export interface ForgettingParts {
  readonly store: Pick<Store, 'reader' | 'connect'>;
  readonly writer: Pick<Writer, 'run'>;
  /** ms since the epoch */
  readonly now: () => number;
  /** Leaves the event loop to others; throws when this is to end. */
  readonly rest: () => Promise<unknown>;
}

/** Deletes the words of a collection that occur in none of its points, where enough was removed since the last time to be worth the reading.
 *  @returns how many @throws `COLLECTION.NOT_FOUND` */
export async function forgetWords(name: string, parts: ForgettingParts): Promise<number> {
  const { store, writer, now, rest } = parts;
  const collection = readCollectionRow(store.reader, name);
  const counting = { removals: removalsOf(collection), at: now() };
  if (!isCountingDue(collection, counting.at)) return 0;
  const connection = store.connect();
  try {
    const reading = { connection, rest, used: new UsedWords(collection) };
    await readOn(reading);
    let forgotten = 0;
    for await (const numbers of deadWords(collection.id, reading)) {
      const { deleted, isWhole } = await deleteAll({ collection, used: reading.used, numbers }, { reading, writer });
      forgotten += deleted;
      if (!isWhole) return forgotten;
    }
    await writer.run((transaction) => {
      noteCounting(transaction, collection, counting);
    });
    return forgotten;
  } finally {
    connection.close();
  }
}

interface Reading extends Pick<ForgettingParts, 'rest'> {
  readonly connection: Connection;
  readonly used: UsedWords;
}

/** Deletes words in as many transactions as it takes. @returns how many are gone, and whether all were looked at */
async function deleteAll(dead: DeadWords, { reading, writer }: { readonly reading: Reading; readonly writer: ForgettingParts['writer'] }) {
  let [deleted, overtaken] = [0, 0];
  for (let from = 0; from < dead.numbers.length;) {
    await readOn(reading);
    const done = await writer.run((transaction) => deleteWords(transaction, dead, from));
    if (done) {
      deleted += done.deleted;
      from = done.next;
      overtaken = 0;
    } else if (++overtaken === MOST_OVERTAKEN) return { deleted, isWhole: false };
    await reading.rest();
  }
  return { deleted, isWhole: true };
}

async function readOn({ connection, rest, used }: Reading): Promise<void> {
  while (!used.read(connection, READ_MS)) await rest();
}

/** The words that no point has, some thousands at a time. */
async function* deadWords(collection: number, { connection, rest, used }: Reading): AsyncGenerator<DeadWords['numbers']> {
  const { last } = rowIdsOf(collection);
  const read = connection.sql('SELECT id FROM words WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?');
  let dead: number[] = [];
  for (let next = rowId(collection, 0); ;) {
    const numbers = read.all(next, last, WORDS_AT_ONCE).map((row) => numberOf(numberIn(row, 'id')));
    for (const number of numbers) if (!used.has(number)) dead.push(number);
    const greatest = numbers.at(-1);
    const isEnd = greatest === undefined || numbers.length < WORDS_AT_ONCE;
    if (dead.length >= MOST_DEAD || (isEnd && dead.length > 0)) {
      yield dead;
      dead = [];
    }
    if (isEnd) return;
    next = rowId(collection, greatest + 1);
    await rest();
  }
}
