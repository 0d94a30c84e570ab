import { isUnlistedEngine } from '@tributary/contracts';
import type { FoundListing } from '@tributary/engines-port';
import { someOf } from '@tributary/kernel';
import { subjectOfName } from '@tributary/ranking';
import { isMeant, isMereName, type Named } from './resolve-collections.js';

/** A name that several collections have, each for one kind of documents. */
export interface NameOfSeveral {
  readonly name: string;
  readonly collections: readonly string[];
}

/** Names of a request that no collection has, and that stand for all collections of one project or source: `django` for `django-code` and `django-docs`.
 *  @param listing what the caller may read: of anything else nothing is told */
export function namesOfSeveral(patterns: readonly string[], { records, unreadable }: FoundListing): readonly NameOfSeveral[] {
  const listed = unreadable.filter((one) => !isUnlistedEngine(one));
  const current = records.filter(({ answered_by }) => answered_by === undefined);
  const known = new Set([...records, ...listed].map(({ name }) => name));
  return [...new Set(patterns)]
    .filter((pattern) => isMereName(pattern) && !known.has(pattern))
    .map((name) => ({ name, collections: [...current, ...listed].map((one) => one.name).filter((one) => subjectOfName(one) === name) }))
    .filter(({ collections }) => collections.length > 0);
}

/** The patterns with the collections in the place of such names. A name stays beside them where it may be that of a collection of an engine that cannot be listed now. */
export function withCollections(
  patterns: readonly string[],
  names: readonly NameOfSeveral[],
  { unreadable }: Pick<FoundListing, 'unreadable'>,
): readonly string[] {
  const mayBeAnother = unreadable.some(isUnlistedEngine);
  const collectionsOf = new Map(names.map(({ name, collections }) => [name, collections]));
  return [
    ...new Set(
      patterns.flatMap((pattern) => {
        const collections = collectionsOf.get(pattern);
        if (collections === undefined) return [pattern];
        return mayBeAnother ? [pattern, ...collections] : collections;
      }),
    ),
  ];
}

/** True when one of these patterns and names means the collection, or may mean it, for want of one that has the name itself.
 *  @param taken names that a collection has, which mean it alone */
export function mayBeMeant(patterns: readonly string[], collection: Named, taken: ReadonlySet<string>): boolean {
  const isOfSeveral = (pattern: string) => isMereName(pattern) && !taken.has(pattern) && subjectOfName(collection.name) === pattern;
  return isMeant(patterns, collection) || patterns.some(isOfSeveral);
}

/** What is said of them. */
export function notesOnNames(names: readonly NameOfSeveral[]): readonly string[] {
  return names.map(({ name, collections }) => `${name} was read as the collections of that name: ${someOf(collections)}.`);
}
