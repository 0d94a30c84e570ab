import { CollectionPattern, isUnlistedEngine, type CallContext, type Operations } from '@tributary/contracts';
import { hasCode, permanent, someOf } from '@tributary/kernel';
import { collectionNameOf } from '@tributary/kernel/ids';
import { z } from 'zod';
import type { QdrantSettings } from './qdrant-settings.js';

/** Names of an error at most. */
const MOST_NAMES = 10;

/** Clients whose schema knows no absent fields send an empty name. */
export const CollectionArgument = z.string().optional();

/** How the argument is published: it stays where there is a default, and may then be left out. */
export function publishedCollection({ collection }: Pick<QdrantSettings, 'collection'>, description: string): z.ZodType {
  const schema = z.string();
  return collection === undefined ? schema.describe(description) : schema.optional().describe(`${description}; left out: ${collection}`);
}

/** The collection a call means. @throws `REQUEST.INVALID` saying what to pass or set */
export function namedCollection(named: string | undefined, { collection }: Pick<QdrantSettings, 'collection'>): string {
  const meant = isGiven(named) ? named : collection;
  if (meant !== undefined) return meant;
  throw permanent('REQUEST.INVALID', 'No collection was named and there is no default one: pass collection_name, or set COLLECTION_NAME.');
}

/** What a name or pattern of a call is here: the name that the maker of a collection gave it may be none here, and it was made fit where it was found. */
export function nameHere(named: string): string {
  return CollectionPattern.safeParse(named).success ? named : collectionNameOf(named);
}

export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Does what needs a collection; where there is none of that name, the error lists those there are.
 *  @param names as the call has them @throws `COLLECTION.NOT_FOUND` */
export async function inKnownCollection<T>(
  names: readonly string[],
  { operations, context }: { readonly operations: Operations; readonly context: CallContext },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND') && !hasCode(error, 'COLLECTION.NAME_INVALID')) throw error;
    const listed = await operations.listCollections(context);
    // Engines are asked anew for the list, so one that was made a moment ago is known from here on.
    const wanted = new Set(names.map(nameHere));
    if (listed.some(({ name }) => wanted.has(name))) return work();
    throw unknownCollections(names, listed);
  }
}

function unknownCollections(names: readonly string[], listed: readonly CollectionRow[]) {
  const wanted = someOf(names.map((name) => JSON.stringify(name.slice(0, 260))));
  return permanent('COLLECTION.NOT_FOUND', `Unknown collection${names.length === 1 ? '' : 's'} ${wanted}. ${thereText(listed)}`, {
    category: 'not_found',
  });
}

type CollectionRow = Parameters<typeof isUnlistedEngine>[0] & { readonly name: string };

/** Which collections there are, in a sentence. */
export function thereText(listed: readonly CollectionRow[]): string {
  const known = listed.filter((row) => !isUnlistedEngine(row)).map(({ name }) => name);
  return known.length === 0 ? 'There is no collection yet.' : `Known collections: ${someOf(known, MOST_NAMES)}.`;
}
