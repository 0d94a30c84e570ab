import { isDeepStrictEqual } from 'node:util';
import type { CardFields, PointPayload } from '@tributary/contracts';
import { asText, asTexts, isListOfTexts, valueAtPlace, type ForeignFields } from './foreign-values.js';

type Held = (value: unknown, taken: PointPayload) => boolean;

/** Whether our layout holds what stands at the place of a field. What tells documents and passages apart is counted anew in a copy, and is not held. */
const HELD: readonly (readonly [field: Exclude<keyof CardFields, 'metadata'>, isHeld: Held])[] = [
  ['title', (value, { title }) => isText(value, title)],
  ['source', (value, { source }) => isText(value, source)],
  ['path', (value, { path }) => isText(value, path)],
  ['start_line', (_, { range }) => range !== undefined],
  ['end_line', (_, { range }) => range !== undefined],
  ['user_id', (value, { user_id }) => isText(value, user_id) || isList(value, [user_id])],
  ['acl', (value, { acl }) => isList(value, acl)],
  ['tags', (value, { tags }) => isList(value, tags)],
  ['created_at', (_, { created_at }) => created_at !== undefined],
  ['modified_at', (_, { modified_at }) => modified_at !== undefined],
];

/** The places of the card whose values `taken` holds, or at which nothing stands. */
export function takenPlaces(
  payload: ForeignFields,
  { fields, taken }: { readonly fields: CardFields; readonly taken: PointPayload },
): ReadonlySet<string> {
  const places = new Set<string>();
  for (const [name, isHeld] of HELD) {
    const place = fields[name];
    if (place === undefined) continue;
    const value = valueAtPlace(payload, place) ?? '';
    if (value === '' || isHeld(value, taken)) places.add(place);
  }
  return places;
}

function isText(value: unknown, held: string | undefined): boolean {
  return held !== undefined && asText(value) === held;
}

function isList(value: unknown, held: readonly (string | undefined)[] | undefined): boolean {
  return isListOfTexts(value) && isDeepStrictEqual(asTexts(value), held);
}
