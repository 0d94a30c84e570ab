import { fieldsOf, type Filter, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { CollectionRecord } from '../catalog/collection-record.js';
import { parsePath } from '../filter/path.js';

/** Refuses a filter by the field in which an adopted collection names its readers: a hit would tell who else may read it, which the owner of the server alone is told.
 *  @throws `ACCESS.DENIED` */
export function requireNoReadersAsked(
  { name, adopted, card }: CollectionRecord,
  { principal, filter }: { readonly principal: Principal; readonly filter?: Filter | undefined },
): void {
  const { acl: place, metadata = '' } = card.fields ?? {};
  if (adopted === undefined || place === undefined || filter === undefined || principal.unrestricted) return;
  const [readers, outer] = [namesIn(place), namesIn(metadata)];
  // A filter sees what lies below the maker's metadata at the top, too, and everything below `metadata`.
  const places = outer.length < readers.length && overlaps(outer, readers) ? [readers, readers.slice(outer.length)] : [readers];
  const asked = fieldsOf(filter).find((key) => {
    const names = parsePath(key).flatMap((step) => (typeof step === 'object' && 'field' in step ? step.field.split('.') : []));
    const ways = names[0] === 'metadata' ? [names, names.slice(1)] : [names];
    return ways.some((way) => places.some((one) => overlaps(way, one)));
  });
  if (asked === undefined) return;
  throw permanent(
    'ACCESS.DENIED',
    `A filter of ${name} by ${asked} is for the owner of the server alone, since it would tell who else may read a document: leave that condition out. What you may not read is left out anyway.`,
    { category: 'denied' },
  );
}

function namesIn(place: string): readonly string[] {
  return place === '' ? [] : place.replaceAll('"', '').split('.');
}

/** Whether one of two places lies in the other, or is it. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((name, at) => name === other[at]);
}
