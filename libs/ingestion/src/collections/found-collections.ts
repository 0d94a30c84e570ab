import { mayReadUnmapped, type Principal } from '@tributary/contracts';
import { isUnlisted, mayRead, type CollectionRecord, type FoundListing, type UnreadableCollection } from '@tributary/engines-port';
import { permanent, retryable } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';

/** The first call of a process loads the client of an engine; one that hangs holds nobody up for longer. */
const LISTED_WITHIN_MS = 2000;

/** Refuses the name of a new collection while an engine that may hold another program's collection of that name does not tell: nobody would notice that
 *  there are two. @throws `COLLECTION.NOT_ADOPTED`, `ENGINE.NOT_LISTED` */
export async function requireNotThere(collaborators: Pick<Collaborators, 'catalog' | 'found'>, name: string): Promise<void> {
  const { unreadable } = await requireNotFound(collaborators, name);
  const silent = unreadable.find(isUnlisted);
  if (silent !== undefined) throw notListed(name, silent);
}

/** Refuses a name under which another program's collection was merely found, readable or not, where the caller may know of it.
 *  @throws `COLLECTION.NOT_ADOPTED` */
export async function requireNotFound(
  { catalog, found }: Pick<Collaborators, 'catalog' | 'found'>,
  name: string,
  principal?: Principal,
): Promise<FoundListing> {
  if (found === undefined) return { records: [], unreadable: [] };
  const known: CollectionRecord[] = [];
  for await (const record of catalog.collections.list()) if (!record.removed) known.push(record);
  const listing = await found.beside(known, { waitMs: LISTED_WITHIN_MS });
  const { records, unreadable } = listing;
  const there = records.find((record) => record.name === name);
  if (there !== undefined && (principal === undefined || mayRead(principal, there))) throw notAdopted(there);
  const unread = unreadable.find((one) => one.name === name);
  if (unread !== undefined && (principal === undefined || mayReadUnmapped(principal, name))) throw notReadable(unread);
  return listing;
}

function notListed(name: string, { engine, reason }: UnreadableCollection) {
  return retryable(
    'ENGINE.NOT_LISTED',
    `There is no collection ${name} of ours, and whether the engine ${engine} has one of that name cannot be told now (${reason}) Nothing was made: try again when ${engine} answers, or say where ${name} belongs by collections.${name}.engine in the configuration.`,
  );
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
