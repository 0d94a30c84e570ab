import { matchesPattern, mayReadCollection, type Principal } from '@tributary/contracts';
import type { Catalog, CollectionRecord } from '@tributary/engines-port';
import { noSuchCollections } from '../search/search.errors.js';

/** The collections a request means. */
export interface ResolvedCollections {
  readonly selected: readonly CollectionRecord[];
  /** Names and patterns that fit nothing the caller may see. */
  readonly unknown: readonly string[];
  /** True when the choice was left to us. */
  readonly isAutomatic: boolean;
}

const EVERYTHING = new Set(['*', 'auto']);

/** The collections of the catalog that a caller may read, by name. What he may not read does not exist. */
export async function readableCollections(catalog: Catalog, principal: Principal): Promise<readonly CollectionRecord[]> {
  const readable: CollectionRecord[] = [];
  for await (const record of catalog.collections.list()) {
    if (!record.removed && mayReadCollection(principal, record.name)) readable.push(record);
  }
  return readable;
}

/** Finds the collections that names and patterns mean: `docs`, `docs-*`, `main/docs`, `*`, `auto`. @throws `COLLECTION.NOT_FOUND` when none fits */
export function resolveCollections(patterns: readonly string[], readable: readonly CollectionRecord[]): ResolvedCollections {
  const selected = readable.filter((record) => patterns.some((pattern) => fits(pattern, record)));
  const unknown = patterns.filter((pattern) => !EVERYTHING.has(pattern) && !readable.some((record) => fits(pattern, record)));
  if (selected.length === 0 && unknown.length === patterns.length) {
    throw noSuchCollections(
      unknown,
      readable.map(({ name }) => name),
    );
  }
  return { selected, unknown, isAutomatic: patterns.includes('auto') };
}

function fits(pattern: string, { name, engine }: CollectionRecord): boolean {
  if (EVERYTHING.has(pattern)) return true;
  const [first = '', second] = pattern.split('/');
  return second === undefined ? matchesPattern(first, name) : matchesPattern(first, engine) && matchesPattern(second, name);
}
