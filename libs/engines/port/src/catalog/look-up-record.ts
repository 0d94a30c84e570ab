import { mayReadCollection, type Principal } from '@tributary/contracts';
import type { UnreadableCollection } from '../foreign/found-collections.js';
import type { CollectionRecord } from './collection-record.js';
import { mayRead, readableCollections, type CollectionSources } from './readable-collections.js';

/** What a name stands for: a collection the caller may read, or why it cannot be told now. */
export type LookedUp = { readonly record: CollectionRecord } | { readonly unreadable: UnreadableCollection };

interface LookUpSources extends CollectionSources {
  /** How long engines may take to list what nobody adopted, in ms (300). */
  readonly waitMs?: number;
}

/** The collection of this name, made on the fly where nobody adopted it; what cannot be read now, or may lie in what cannot be listed, with the reason. Undefined:
 *  there is none, or none that the caller may read. */
export async function lookUpRecord(name: string, principal: Principal, sources: LookUpSources): Promise<LookedUp | undefined> {
  if (!mayReadCollection(principal, name)) return undefined;
  const known = await sources.catalog.collections.get(name);
  // What the catalog knows needs no look at the engines.
  if (known !== undefined && !known.removed) return mayRead(principal, known) ? { record: known } : undefined;
  const { waitMs } = sources;
  const { records, unreadable } = await readableCollections(sources, principal, waitMs === undefined ? {} : { waitMs });
  const record = records.find((one) => one.name === name);
  if (record !== undefined) return { record };
  const place = unreadable.find((one) => one.name === name || one.name.endsWith('/*'));
  return place === undefined ? undefined : { unreadable: place };
}
