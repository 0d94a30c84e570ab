import { isUnlistedEngine } from '@tributary/contracts';
import type { CollectionRecord } from '../catalog/collection-record.js';

/** A collection, or all further ones of an engine (`<engine>/*`), that cannot be read now. */
export interface UnreadableCollection {
  readonly name: string;
  readonly engine: string;
  /** `stale`: it is being looked at; ask again. */
  readonly status: 'failed' | 'timed_out' | 'incompatible' | 'stale';
  readonly code: string;
  readonly reason: string;
}

export interface FoundListing {
  /** Bound on the fly: each with `adopted` and a card made by looking at it. */
  readonly records: readonly CollectionRecord[];
  readonly unreadable: readonly UnreadableCollection[];
}

/** Collections that another program made and nobody adopted, found on the configured engines. */
export interface FoundCollections {
  /** Those that none of the catalog's records binds, under names none of them has: what is known within `waitMs` (300).
   *  @param options `fresh` asks the engines even when they were asked a moment ago */
  beside(records: readonly CollectionRecord[], options?: { readonly fresh?: boolean; readonly waitMs?: number }): Promise<FoundListing>;
}

/** Why a collection that is not among those that were found may be there all the same; undefined where it is not. */
export function unreadableOf(name: string, unreadable: readonly UnreadableCollection[]): UnreadableCollection | undefined {
  return unreadable.find((one) => one.name === name) ?? unreadable.find(isUnlistedEngine);
}
