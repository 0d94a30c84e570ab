import { ACL_NOBODY, type CardFields, type PointPayload } from '@tributary/contracts';
import { asText, asTexts, valueAtPlace, type ForeignFields } from './foreign-values.js';

/** Whose a foreign point is and who may read it, as its maker wrote it; undefined restricts nothing. What is there and cannot be read names nobody. */
export interface ForeignAccess {
  /** Users it belongs to, any of them. */
  readonly owners: readonly string[] | undefined;
  /** Names as lists of readers have them. */
  readonly readers: readonly string[] | undefined;
}

export function accessOf(payload: ForeignFields, { user_id, acl }: Pick<CardFields, 'user_id' | 'acl'>): ForeignAccess {
  return { owners: namesAt(payload, user_id, ownersIn), readers: namesAt(payload, acl, readersIn) };
}

/** The same in Tributary's layout. It has one owner at most: several are readers, who must be among those that are named as such. */
export function accessFields({ owners, readers }: ForeignAccess): Pick<PointPayload, 'user_id' | 'acl'> {
  const [owner] = owners ?? [];
  const named = readers === undefined ? {} : { acl: orNobody(readers) };
  if (owners === undefined) return named;
  if (owners.length === 1 && owner !== undefined) return { user_id: owner, ...named };
  const users = owners.map((user) => `user:${user}`);
  return { acl: orNobody(users.filter((user) => readers === undefined || readers.includes('*') || readers.includes(user))) };
}

function namesAt(
  payload: ForeignFields,
  place: string | undefined,
  read: (value: unknown) => readonly string[],
): readonly string[] | undefined {
  const value = place === undefined ? undefined : (valueAtPlace(payload, place) ?? undefined);
  return value === undefined ? undefined : read(value);
}

function ownersIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((owner: unknown) => {
    // Beyond 2^53 a number has lost digits: it may be another user's.
    const isRounded = typeof owner === 'number' && Number.isInteger(owner) && !Number.isSafeInteger(owner);
    return isRounded ? [] : (asText(owner) ?? []);
  });
}

function readersIn(value: unknown): readonly string[] {
  return asTexts(value) ?? [];
}

function orNobody(names: readonly string[]): string[] {
  return names.length === 0 ? [ACL_NOBODY] : [...names];
}
