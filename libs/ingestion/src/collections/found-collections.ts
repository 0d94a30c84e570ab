import type { Principal } from '@tributary/contracts';
import { mayRead, type CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';

/** Refuses a name under which another program's collection was merely found, where the caller may know of it. @throws `COLLECTION.NOT_ADOPTED` */
export async function requireNotFound(
  { catalog, found }: Pick<Collaborators, 'catalog' | 'found'>,
  name: string,
  principal?: Principal,
): Promise<void> {
  if (found === undefined) return;
  const known: CollectionRecord[] = [];
  for await (const record of catalog.collections.list()) if (!record.removed) known.push(record);
  const there = (await found.beside(known)).records.find((record) => record.name === name);
  if (there !== undefined && (principal === undefined || mayRead(principal, there))) throw notAdopted(there);
}

/** The error of a write to a collection that was merely found. */
function notAdopted({ name, engine, adopted = name }: CollectionRecord) {
  return permanent(
    'COLLECTION.NOT_ADOPTED',
    `The collection ${name} on the engine ${engine} was made by another program and is only read until it is adopted: tributary adopt ${engine} --collection ${adopted}`,
    { category: 'conflict' },
  );
}
