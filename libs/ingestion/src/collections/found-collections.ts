import { mayReadUnmapped, type Principal } from '@tributary/contracts';
import { liveCollections, mayRead, type CollectionRecord, type UnreadableCollection } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import { notOpen } from './open-collections.js';

type FoundCollaborators = Pick<Collaborators, 'catalog' | 'found'>;

/** Refuses a name under which another program's collection was merely found, readable or not, where the caller may know of it.
 *  @throws `COLLECTION.NOT_ADOPTED` */
export async function requireNotFound(collaborators: FoundCollaborators, name: string, principal?: Principal): Promise<void> {
  const refusal = await foundUnder(collaborators, name);
  if (refusal?.isKnownTo(principal) === true) throw refusal.error;
}

/** The same of a name for a new collection, which takes none of another program’s: who may not know of that is told only that he cannot have it.
 *  @throws `COLLECTION.NOT_ADOPTED`, `ACCESS.DENIED` */
export async function requireFreeName(collaborators: FoundCollaborators, name: string, writer?: Principal): Promise<void> {
  const refusal = await foundUnder(collaborators, name);
  if (refusal === undefined) return;
  throw refusal.isKnownTo(writer) ? refusal.error : notOpen(name);
}

async function foundUnder({ catalog, found }: FoundCollaborators, name: string) {
  if (found === undefined) return undefined;
  const { records, unreadable } = await found.beside(await liveCollections(catalog));
  const there = records.find((record) => record.name === name);
  const unread = unreadable.find((one) => one.name === name);
  const error = there === undefined ? unread && notReadable(unread) : notAdopted(there);
  const mayKnow = (principal: Principal) => (there === undefined ? mayReadUnmapped(principal, name) : mayRead(principal, there));
  return error && { error, isKnownTo: (principal: Principal | undefined) => principal === undefined || mayKnow(principal) };
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
