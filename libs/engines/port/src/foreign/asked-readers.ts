import { fieldsOf, leavesOf, type Filter, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { CollectionRecord } from '../catalog/collection-record.js';
import { parsePath } from '../filter/path.js';
import { COPY_OF_METADATA, waysToPlace } from './ways-to-place.js';

type Leaf = ReturnType<typeof leavesOf>[number];

/** Refuses a filter by the field in which an adopted collection names its readers, or its owners, of whom a row may have several: a hit would tell who else may read it,
 *  which the owner of the server alone is told. Everybody may ask for what is his, and for what is nobody's.
 *  @throws `ACCESS.DENIED` */
export function requireNoReadersAsked(
  { name, adopted, card: { fields } }: CollectionRecord,
  { principal, filter }: { readonly principal: Principal; readonly filter?: Filter | undefined },
): void {
  if (adopted === undefined || fields === undefined || filter === undefined || principal.unrestricted) return;
  const placesOf = (field: 'acl' | 'user_id') => {
    const place = fields[field];
    return place === undefined ? [] : [field, COPY_OF_METADATA, ...waysToPlace(place, fields)].map(namesIn);
  };
  const [readers, owners] = [placesOf('acl'), placesOf('user_id')];
  const asked = leavesOf(filter).find((leaf) => reads(leaf, readers) || (reads(leaf, owners) && !isAboutHimself(leaf, principal)));
  if (asked === undefined) return;
  const but = reads(asked, readers) ? '' : ', but by your own name';
  throw permanent(
    'ACCESS.DENIED',
    `A filter of ${name} by ${fieldsOf({ must: asked }).join()} is for the owner of the server alone${but}, since it would tell who else may read a document: leave that condition out. What you may not read is left out anyway.`,
    { category: 'denied' },
  );
}

/** Whether a condition looks at one of the places, at what it lies in or at what lies in it. */
function reads(leaf: Leaf, places: readonly (readonly string[])[]): boolean {
  return fieldsOf({ must: leaf }).some((key) => {
    const names = parsePath(key).flatMap((step) => (typeof step === 'object' && 'field' in step ? step.field.split('.') : []));
    // A filter sees everything below `metadata`, too.
    const ways = names[0] === 'metadata' ? [names, names.slice(1)] : [names];
    return ways.some((way) => places.some((place) => overlaps(way, place)));
  });
}

/** Whether a condition tells of owners no more than whether the caller is one, or nobody: one element of a list would tell that there are others. */
function isAboutHimself(leaf: Leaf, { user_id: user }: Principal): boolean {
  if (fieldsOf({ must: leaf }).some((key) => key.includes('['))) return false;
  if ('is_empty' in leaf || 'is_null' in leaf) return true;
  if (!('match' in leaf)) return false;
  const { match } = leaf;
  const named = 'value' in match ? [match.value] : 'any' in match ? match.any : [undefined];
  return named.every((one) => one?.toString() === user && user !== undefined);
}

function namesIn(place: string): readonly string[] {
  return place === '' ? [] : place.replaceAll('"', '').split('.');
}

/** Whether one of two places lies in the other, or is it. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((name, at) => name === other[at]);
}
