import { mayReadCollection, mayReadRow, mayReadUnmapped, type Principal } from '@tributary/contracts';
import type { FoundCollections, FoundListing, UnreadableCollection } from '../foreign/found-collections.js';
import { liveCollections, type Catalog } from './catalog.js';
import { isUnmapped, type CollectionRecord } from './collection-record.js';

/** Where collections are known from. */
export interface CollectionSources {
  readonly catalog: Catalog;
  /** Left out: collections that another program made are known only when adopted. */
  readonly found?: FoundCollections;
}

interface FindOptions {
  /** Ask the engines even when they were asked a moment ago. */
  readonly fresh?: boolean;
  /** Milliseconds to wait for engines that have to be asked. */
  readonly waitMs?: number;
  /** All that is wanted, by name: where the catalog has them all, nothing else is read. */
  readonly names?: readonly string[];
  /** True when the catalog's records are all that is wanted. */
  readonly suffices?: (records: readonly CollectionRecord[]) => boolean;
}

const NOTHING_FOUND: FoundListing = { records: [], unreadable: [] };

/** Every collection a caller may read, adopted or not, on every engine. What he may not read does not exist. */
export async function readableCollections(
  { catalog, found }: CollectionSources,
  principal: Principal,
  { names = [], suffices = () => false, ...options }: FindOptions = {},
): Promise<FoundListing> {
  const named = (await namedCollections(catalog, names)).filter((record) => mayRead(principal, record));
  if (names.length > 0 && named.length === names.length) return { records: named, unreadable: [] };
  const known = await liveCollections(catalog);
  const readable = known.filter((record) => mayRead(principal, record));
  const others = found === undefined || suffices(readable) ? NOTHING_FOUND : await found.beside(known, options);
  return {
    records: [...readable, ...others.records.filter((record) => mayRead(principal, record))],
    unreadable: others.unreadable.filter((one) => mayKnowOf(principal, one)),
  };
}

/** Those that are there, in the order of the catalog. */
async function namedCollections({ collections }: Catalog, names: readonly string[]): Promise<readonly CollectionRecord[]> {
  const records = await collections.getMany(names.toSorted());
  return records.filter((record) => record !== undefined).filter(({ removed }) => !removed);
}

/** Grants name collections; where no row of a foreign one says whom it belongs to, only a grant by name counts among several users. What was made for some
 *  users is theirs, and what a user made is known to him and to those who may have read something in it: already its name tells of them. */
export function mayRead(principal: Principal, record: CollectionRecord): boolean {
  return mayUse(principal, record) && mayKnow(principal, record);
}

/** Whether he may store there, by which he comes to know of it. */
export function mayUse(principal: Principal, record: CollectionRecord): boolean {
  const { name, users } = record;
  if (!mayReadCollection(principal, name)) return false;
  if (users !== undefined && !isFor(users, principal) && !principal.collections.includes(name)) return false;
  return !isUnmapped(record) || mayReadUnmapped(principal, name);
}

function mayKnow(principal: Principal, { name, known_to: acl }: CollectionRecord): boolean {
  return acl === undefined || principal.scopes.includes('admin') || principal.collections.includes(name) || mayReadRow(principal, { acl });
}

function isFor(users: readonly string[], { unrestricted, user_id, scopes }: Principal): boolean {
  return unrestricted || scopes.includes('admin') || (user_id !== undefined && users.includes(user_id));
}

function mayKnowOf(principal: Principal, { name }: UnreadableCollection): boolean {
  return mayReadUnmapped(principal, name);
}
