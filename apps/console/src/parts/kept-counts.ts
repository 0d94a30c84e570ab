import type { CollectionSummary } from '@tributary/contracts';
import { count, counted } from './time.js';

/** A number of a collection, with a few words where it is not one of now. */
export function numberOf(value: number, { counted: when }: Pick<CollectionSummary, 'counted'>): string {
  if (when === 'not_yet') return 'not counted';
  return when === 'earlier' ? `${count(value)}, counted earlier` : count(value);
}

/** A sentence on what sums over collections leave out; empty where they leave out nothing. */
export function leftOut(collections: readonly Pick<CollectionSummary, 'counted'>[]): string {
  const missing = collections.filter((one) => one.counted === 'not_yet').length;
  return missing === 0 ? '' : `Not counted: what ${counted(missing, 'collection')} of these ${missing === 1 ? 'holds' : 'hold'}.`;
}
