import type { CardFields, PointPayload } from '@tributary/contracts';
import type { FilterPoint } from '../filter/compile-filter.js';
import { isObject } from '../filter/path.js';
import { accessOf } from './foreign-access.js';
import type { ForeignPoint } from './foreign-collections.js';
import { asObject, valueAtPlace, type ForeignFields } from './foreign-values.js';

/** Fields of ours that are read from one place of the card, as it stands there. */
const PLAIN = ['path', 'user_id'] as const;
/** Fields of ours that are read from more than one place, or as lists, dates and numbers in whatever writing. */
const COMPOSED = ['title', 'source', 'chunk_index', 'acl', 'tags', 'created_at', 'modified_at'] as const;
/** Those of them that stand at one place, in whatever writing. */
const WRITTEN = ['tags', 'created_at', 'modified_at'] as const;
/** Fields of ours that every point has. */
const ALWAYS = ['content', 'doc_id'] as const;
/** Fields of ours that every point has whose maker has none of the name. */
const FILLED = ['title', 'source', 'chunk_index'] as const;

/** An owner that no condition names, and that is there all the same. */
const NOBODY = {};

/** What a filter sees of a foreign point, wherever it is filtered: the fields a card has a place for, under our names; all others are the maker's own, at
 *  the top as well as below `metadata`. Where a name stands at both, the nearer one wins.
 *  @param payload what `foreignPayload` makes of the point */
export function seenByFilters(point: Pick<ForeignPoint, 'id' | 'payload'>, payload: PointPayload, fields: CardFields): FilterPoint {
  const outer = comparable(point.payload);
  const inner = comparable(asObject(valueAtPlace(point.payload, fields.metadata)) ?? {});
  const named = isObject(outer['metadata']) ? outer['metadata'] : {};
  const seen: Record<string, unknown> = { ...inner, ...outer, metadata: { ...named, ...outer, ...inner } };
  const ours = { ...payload, ...accessSeen(point.payload, fields) };
  for (const name of [...PLAIN, ...COMPOSED]) if (fields[name] !== undefined) seen[name] = ours[name];
  for (const name of ALWAYS) seen[name] = ours[name];
  for (const name of FILLED) seen[name] ??= ours[name];
  return { id: point.id, payload: seen };
}

/** Where in a foreign payload the field of a filter may stand as it is seen, the nearest place first: what stands there hides the rest. Undefined where its
 *  value is made of several places, or written in ways that only looking at the point tells. */
export function placesSeen(key: string, fields: CardFields): readonly string[] | undefined {
  const plain = PLAIN.find((name) => name === key);
  if (plain !== undefined && fields[plain] !== undefined) return [fields[plain]];
  if ([...PLAIN, ...COMPOSED].some((name) => isIn(name, key) && fields[name] !== undefined)) return undefined;
  if (key === 'metadata' || [...ALWAYS, ...FILLED].some((name) => isIn(name, key))) return undefined;
  const { metadata } = fields;
  const isBelow = key.startsWith('metadata.');
  const name = isBelow ? key.slice('metadata.'.length) : key;
  const inner = metadata === '' ? name : `${metadata}.${name}`;
  return [...new Set(isBelow ? [inner, name, key] : [name, inner])];
}

/** Where in a foreign payload everything stands that decides what a filter sees of a field; undefined where that is not said by places alone. */
export function placesDeciding(key: string, fields: CardFields): readonly string[] | undefined {
  if (key.includes('[')) return undefined;
  const access = [fields.user_id, fields.acl].filter((place) => place !== undefined);
  if ((key === 'user_id' || key === 'acl') && fields[key] !== undefined) return access;
  const written = WRITTEN.find((name) => name === key);
  return written !== undefined && fields[written] !== undefined ? [fields[written]] : placesSeen(key, fields);
}

/** True for a field, and for what lies in it. */
function isIn(field: string, key: string): boolean {
  return key === field || key.startsWith(`${field}[`) || key.startsWith(`${field}.`);
}

function accessSeen(payload: ForeignFields, fields: CardFields): { readonly user_id: unknown; readonly acl: unknown } {
  const { owners, readers } = accessOf(payload, fields);
  return { user_id: owners?.length === 0 ? NOBODY : owners, acl: readers?.length === 0 ? [NOBODY] : readers };
}

/** Numbers beyond 2^53 by their digits, and by the nearest number, which is what filters can write. */
function comparable(payload: ForeignFields): ForeignFields {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, comparableValue(value)]));
}

function comparableValue(value: unknown): unknown {
  if (typeof value === 'bigint') return [value.toString(), Number(value)];
  if (Array.isArray(value))
    return value.flatMap((item) => (typeof item === 'bigint' ? [item.toString(), Number(item)] : [comparableValue(item)]));
  return isObject(value) ? comparable(value) : value;
}
