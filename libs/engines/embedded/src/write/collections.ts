import { Card, isSameModel } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { numberIn, textIn } from '../store/columns.js';
import { rowIdsOf } from '../store/row-ids.js';
import type { WriteTransaction } from './write-transaction.js';

/** Rows of a removed collection deleted by one statement, and how long one transaction goes on with it. */
const SLICE = 200;
const SWEEP_MS = 15;
const TABLES = [
  ['points', 'slot'],
  ['lanes', 'slot'],
  ['vectors', 'slot'],
  ['words', 'id'],
  ['documents', 'id'],
] as const;

/** @throws `COLLECTION.EXISTS`, `ENGINE.UNSUPPORTED` for a distance that is not the cosine */
export function createCollection({ writer }: WriteTransaction, name: string, card: Card): void {
  const { distance } = card.model;
  if (distance !== 'cosine') {
    throw permanent(
      'ENGINE.UNSUPPORTED',
      `The embedded store ranks by cosine, not by ${distance}: choose a model whose vectors are compared by cosine.`,
    );
  }
  const row = writer.sql('SELECT card FROM collections WHERE name = ?').get(name);
  if (row === undefined) {
    writer.sql('INSERT INTO collections (name, card, dimension) VALUES (?, ?, ?)').run(name, JSON.stringify(card), card.model.dimension);
    return;
  }
  const present = Card.parse(JSON.parse(textIn(row, 'card')));
  if (isSameModel(present.model, card.model)) return;
  throw permanent(
    'COLLECTION.EXISTS',
    `${name} exists and holds vectors of ${present.model.name} (${present.model.dimension.toString()} dimensions): choose another name, or migrate it to the new model.`,
    { category: 'conflict' },
  );
}

/** Takes the name away at once; its rows are deleted by `sweepRemoved` afterwards. */
export function removeCollection(transaction: WriteTransaction, name: string): void {
  const { id } = transaction.collections.get(name);
  transaction.writer.sql('INSERT INTO removed_collections (id) VALUES (?)').run(id);
  transaction.writer.sql('DELETE FROM collections WHERE id = ?').run(id);
  transaction.collections.forget(name);
}

/** Deletes some of what removed collections left. @returns true when something may be left */
export function sweepRemoved({ writer }: WriteTransaction): boolean {
  const row = writer.sql('SELECT id FROM removed_collections LIMIT 1').get();
  if (row === undefined) return false;
  const id = numberIn(row, 'id');
  const { first, last } = rowIdsOf(id);
  const endsAt = performance.now() + SWEEP_MS;
  for (const [table, key] of TABLES) {
    const sweep = writer.sql(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${key} BETWEEN ? AND ? LIMIT ${SLICE.toString()})`,
    );
    while (Number(sweep.run(first, last).changes) > 0) if (performance.now() > endsAt) return true;
  }
  writer.sql('DELETE FROM changes WHERE collection = ?').run(id);
  writer.sql('DELETE FROM removed_collections WHERE id = ?').run(id);
  return true;
}
