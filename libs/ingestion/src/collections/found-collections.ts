import { mayReadUnmapped, type Principal } from '@tributary/contracts';
import { mayRead, type CollectionRecord, type UnreadableCollection } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';

/** Refuses a name under which another program's collection was merely found, readable or not, where the caller may know of it.
 *  @throws `COLLECTION.NOT_ADOPTED` */
export async function requireNotFound(
  { catalog, found }: Pick<Collaborators, 'catalog' | 'found'>,
  name: string,
  principal?: Principal,
): Promise<void> {
  if (found === undefined) return;
  const known: CollectionRecord[] = [];
  for await (const record of catalog.collections.list()) if (!record.removed) known.push(record);
  const { records, unreadable } = await found.beside(known);
  const there = records.find((record) => record.name === name);
  if (there !== undefined && (principal === undefined || mayRead(principal, there))) throw notAdopted(there);
  const unread = unreadable.find((one) => one.name === name);
  if (unread !== undefined && (principal === undefined || mayReadUnmapped(principal, name))) throw notReadable(unread);
}

/** The error of a write to a collection that was merely found. */
function notAdopted({ name, engine, adopted = name }: CollectionRecord) {
  return permanent(
    'COLLECTION.NOT_ADOPTED',
    `The collection ${name} on the engine ${engine} was made by another program and is only read until it is adopted: tributary adopt ${engine} --collection ${adopted}`,
    { category: 'conflict' },
  );
}

/** Neither is one hidden behind a new collection of its name that cannot be read. */
function notReadable({ name, engine, reason }: UnreadableCollection) {
  return permanent(
    'COLLECTION.NOT_ADOPTED',
    `The collection ${name} on the engine ${engine} was made by another program and takes nothing until it is adopted, which cannot be done now. ${reason} Until then, use another name.`,
    { category: 'conflict' },
  );
}
