import { isUnlistedEngine, matchesPattern } from '@tributary/contracts';
import type { CollectionRecord, FoundListing, UnreadableCollection } from '@tributary/engines-port';
import { noSuchCollections } from '../search/search.errors.js';

/** A name or pattern that fits nothing, as far as can be told. */
export interface UnknownCollection {
  readonly pattern: string;
  /** Engines that could not be listed, any of which may have it. */
  readonly mayLieIn: readonly string[];
}

/** The collections a request means. */
export interface ResolvedCollections {
  readonly selected: readonly CollectionRecord[];
  /** Meant, or perhaps meant, and not to be read now. */
  readonly unreadable: readonly UnreadableCollection[];
  /** Names and patterns that fit nothing the caller may see. */
  readonly unknown: readonly UnknownCollection[];
  /** Places that patterns mean, whose content was moved and whose makers went on since: what is stored there now is searched by their names alone. */
  readonly parted: readonly CollectionRecord[];
}

/** In place of names: those whose content suits the query. */
export const AUTO = 'auto';
const EVERYTHING = new Set(['*', AUTO]);

/** Finds the collections that names and patterns mean: `docs`, `docs-*`, `main/docs`, `*`, `auto`. @throws `COLLECTION.NOT_FOUND` when none fits */
export function resolveCollections(patterns: readonly string[], { records, unreadable }: FoundListing): ResolvedCollections {
  const selected = records.filter((record) => isMeant(patterns, record));
  const lost = unreadable.filter((one) => patterns.some((pattern) => mayMean(pattern, one, records)));
  const known = [...records, ...unreadable];
  const unknown = patterns
    .filter((pattern) => !EVERYTHING.has(pattern) && !known.some((one) => fits(pattern, one)))
    .map((pattern) => ({ pattern, mayLieIn: lost.filter((one) => mayMean(pattern, one, records)).map(({ engine }) => engine) }));
  if (selected.length === 0 && lost.length === 0 && unknown.length === patterns.length) {
    throw noSuchCollections(
      unknown.map(({ pattern }) => pattern),
      records.map(({ name }) => name),
    );
  }
  const parted = records.filter((record) => record.parted === true && !selected.includes(record) && isMeant(patterns, asIfFound(record)));
  return { selected, unreadable: lost, unknown, parted };
}

function asIfFound({ answered_by: _moved, ...found }: CollectionRecord): CollectionRecord {
  return found;
}

/** True for what is neither a pattern, nor `auto`, nor names its engine. */
export function isMereName(pattern: string): boolean {
  return !EVERYTHING.has(pattern) && !/[*/]/.test(pattern);
}

/** Each collection that is asked for, where all are by their mere names; none where one is asked for otherwise. */
export function namesIn(patterns: readonly string[]): readonly string[] {
  return patterns.every(isMereName) ? [...new Set(patterns)] : [];
}

/** True when the catalog's own collections answer these names, so that no engine need be asked for others. */
export function areAllNamed(patterns: readonly string[], records: readonly CollectionRecord[]): boolean {
  return patterns.every((pattern) => !EVERYTHING.has(pattern) && !pattern.includes('*') && records.some((record) => fits(pattern, record)));
}

/** True when one of these names and patterns means the collection. */
export function isMeant(patterns: readonly string[], collection: Named): boolean {
  return patterns.some((pattern) => fits(pattern, collection));
}

export type Named = Pick<CollectionRecord, 'name' | 'engine' | 'adopted' | 'answered_by'>;

function fits(pattern: string, { name, engine, adopted, answered_by }: Named): boolean {
  // What its content was moved to answers for it; it is searched beside that only by its own name.
  if (answered_by !== undefined && (EVERYTHING.has(pattern) || pattern.includes('*'))) return false;
  if (EVERYTHING.has(pattern)) return true;
  const [first = '', second] = pattern.split('/');
  if (second === undefined) return matchesPattern(first, name);
  return matchesPattern(first, engine) && (matchesPattern(second, name) || (adopted !== undefined && matchesPattern(second, adopted)));
}

/** What an engine that could not be listed holds is not known: it may be what a pattern, or a name nobody else has, means. */
function mayMean(pattern: string, one: UnreadableCollection, records: readonly CollectionRecord[]): boolean {
  if (!isUnlistedEngine(one) || EVERYTHING.has(pattern)) return fits(pattern, one);
  const [first = '', second] = pattern.split('/');
  if (second !== undefined) return matchesPattern(first, one.engine);
  return pattern.includes('*') || !records.some((record) => fits(pattern, record));
}
