import type { CardFields, PointPayload, Principal } from '@tributary/contracts';
import { asText, valueAtPlace, withoutPlace, type ForeignFields } from './foreign-values.js';
import { maybeBeside } from './own-fields.js';
import { COPY_OF_METADATA, waysToPlace } from './ways-to-place.js';

interface ShownTo {
  readonly fields: CardFields;
  readonly principal: Principal;
}

/** A foreign point in Tributary's layout as a caller is shown it: of the maker's own fields all but the one that names its readers, and the one that names its
 *  owners where these are others as well. The owner of the server is told them. */
export function withoutReaders(payload: PointPayload, { fields, principal }: ShownTo): PointPayload {
  const { metadata, ...rest } = payload;
  if (metadata === undefined || principal.unrestricted) return payload;
  const readers = waysIn(metadata, fields.acl, fields);
  const owners = waysIn(metadata, fields.user_id, fields);
  const hidden = [...readers, ...owners.filter((way) => !namesOnly(valueAtPlace(metadata, way), principal.user_id))];
  if (hidden.length === 0) return payload;
  const told = [...hidden, COPY_OF_METADATA].reduce<ForeignFields>((left, way) => withoutPlace(left, way), metadata);
  // Safe: a part of what is JSON.
  return Object.keys(told).length === 0 ? rest : { ...rest, metadata: told as NonNullable<PointPayload['metadata']> };
}

/** Those of the ways to a place that lead to something in the fields that hits show. */
function waysIn(metadata: ForeignFields, place: string | undefined, fields: CardFields): readonly string[] {
  if (place === undefined) return [];
  const beside = Object.keys(metadata).filter(maybeBeside);
  const ways = [...waysToPlace(place, fields), ...beside.map((name) => `${name}.${place}`)];
  return ways.filter((way) => (valueAtPlace(metadata, way) ?? undefined) !== undefined);
}

function namesOnly(owners: unknown, user: string | undefined): boolean {
  return [owners].flat().every((owner) => asText(owner) === user);
}
