import {
  isOneOfMany,
  mayReadCollection,
  registrantOf,
  type AdoptInput,
  type DocumentInput,
  type MigrateInput,
  type Principal,
  type SourceSummary,
} from '@tributary/contracts';
import { mayRead, type Catalog, type Engines, type SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { readByItsAuthor, requireReaders } from './given-readers.js';
import { hasScope } from './scopes.js';

/** True for who writes on behalf of others: the owner, and who runs a connector for several users. */
function actsForOthers(principal: Principal): boolean {
  return principal.unrestricted || hasScope(principal, 'admin');
}

/** True for whoever is granted every collection there is and will be. */
export function isGrantedAll({ unrestricted, collections }: Principal): boolean {
  return unrestricted || collections.includes('*');
}

/** True for whoever may learn what the server stands on: paths of its files, addresses of its engines. */
export function seesOperatorDetails(principal: Principal): boolean {
  return actsForOthers(principal);
}

/** Who is held to what he sees and to what is his when he replaces documents, takes some out or changes sources; undefined: nobody. */
export function writerOf(principal: Principal): Principal | undefined {
  return actsForOthers(principal) ? undefined : principal;
}

/** Whether a collection is granted. */
export function mayWrite(principal: Principal, collection: string): boolean {
  return principal.unrestricted || mayReadCollection(principal, collection);
}

/** Refuses writes into collections that are not granted, in the same words whether they exist. @throws `ACCESS.DENIED` */
export function requireWritable(principal: Principal, collection: string): void {
  if (mayWrite(principal, collection)) return;
  throw permanent(
    'ACCESS.DENIED',
    `The token does not open the collection ${collection}: name one of ${principal.collections.join(', ')}.`,
    {
      category: 'denied',
    },
  );
}

/** Refuses a move from or to a collection that is not granted. @param to as a request names it: an engine, `<engine>/<name>` or a name @throws `ACCESS.DENIED` */
export function requireMovable(principal: Principal, { from, to }: Pick<MigrateInput, 'from' | 'to'>, engines: Pick<Engines, 'all'>): void {
  const isEngine = engines.all().some(({ name }) => name === to);
  for (const place of [from, ...(to === undefined || isEngine ? [] : [to])]) requireWritable(principal, place.split('/').at(-1) ?? place);
}

/** Refuses to bind what is not granted, neither under its own name nor under another one. @throws `ACCESS.DENIED` */
export function requireAdoptable(principal: Principal, { collection, as = collection }: Pick<AdoptInput, 'collection' | 'as'>): void {
  // A grant that fits a pattern as if it were a name fits whatever that means.
  for (const name of [collection, as]) requireWritable(principal, name);
}

/** A document as this caller stores it: his, where it names neither an owner nor readers, and read by him, where it names some.
 *  @throws `ACCESS.DENIED` where it names another owner, `DOCUMENT.INVALID` where a reader is none */
export function ownedDocument<Document extends Pick<DocumentInput, 'collection' | 'user_id' | 'acl'>>(
  principal: Principal,
  document: Document,
): Document {
  requireWritable(principal, document.collection);
  requireReaders(document.acl);
  if (actsForOthers(principal)) return document;
  const { user_id: owner, acl } = document;
  if (owner !== undefined && owner !== principal.user_id) {
    throw permanent('ACCESS.DENIED', 'Only a token with the scope admin may store for another user: leave user_id out.', {
      category: 'denied',
    });
  }
  if (acl !== undefined) return readByItsAuthor(principal, document);
  if (owner !== undefined || principal.user_id === undefined) return document;
  return { ...document, user_id: principal.user_id };
}

const OF_OTHERS_TOO =
  'It could not be compared with its index. The reason may name what the token does not open: ask whoever has a token for all that the source fills.';

/** The collections a caller may know of among those that a source fills; none of a source of another user. */
export async function seenCollections(
  { collections: records }: Pick<Catalog, 'collections'>,
  { user_id: owner, collections }: { readonly user_id?: string | undefined; readonly collections: readonly string[] },
  principal: Principal,
): Promise<readonly string[]> {
  if (principal.unrestricted) return collections;
  const isOthers = owner !== undefined && owner !== principal.user_id;
  if (isOthers && !actsForOthers(principal)) return [];
  const known = await records.getMany(collections);
  return collections.filter((name, at) => (known[at] ? mayRead(principal, known[at]) : mayReadCollection(principal, name)));
}

/** What a caller sees of a source: nothing unless a collection of it is granted, and where that is not all of them nothing that may name or number
 *  documents of the others. Its documents by state are counted by whoever shows them. */
export async function visibleSource(
  catalog: Pick<Catalog, 'collections'>,
  source: SourceSummary,
  principal: Principal,
): Promise<SourceSummary | undefined> {
  if (principal.unrestricted) return source;
  const collections = await seenCollections(catalog, source, principal);
  if (collections.length === 0) return undefined;
  const { registered_by: registrant, ...told } = source;
  const seen = actsForOthers(principal) || registrant === registrantOf(principal) ? source : told;
  if (collections.length === source.collections.length) return seen;
  const { notes: _notes, failures: _failures, last_sync: _lastSync, ignore: _ignore, unconfirmed: _unconfirmed, reason, ...rest } = seen;
  return {
    ...rest,
    collections: [...collections],
    skipped: {},
    ...(reason === undefined ? {} : { reason: rest.state === 'paused' ? reason : OF_OTHERS_TOO }),
  };
}

/** True of a source whose documents are this user’s alone, whoever registered it. */
export async function isHisAlone({ sources }: Pick<Catalog, 'sources'>, id: string, { user_id: user }: Principal): Promise<boolean> {
  return user !== undefined && (await sources.get(id))?.user_id === user;
}

/** Whether who reads a collection is told where the files of a source of it lie: among several users only whoever registered it, or whose it is. */
export function seesPlace(
  principal: Principal,
  { user_id: owner, registered_by: registrant }: Pick<SourceRecord, 'user_id' | 'registered_by'>,
): boolean {
  if (actsForOthers(principal)) return true;
  const { user_id: user } = principal;
  if (owner !== undefined) return owner === user;
  return !isOneOfMany(principal) || registrant === registrantOf(principal);
}

/** True for who sees the jobs of every user in the collections he is granted: their labels name documents, whoever they belong to. */
export function seesAllJobs(principal: Principal): boolean {
  return actsForOthers(principal);
}
