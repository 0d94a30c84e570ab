import { isDeepStrictEqual } from 'node:util';
import type { CardFields, PointPayload } from '@tributary/contracts';
import { z } from 'zod';
import { isObject } from '../filter/path.js';
import { asObject, asText, valueAtPlace, withoutPlace, type ForeignFields } from './foreign-values.js';
import { takenPlaces } from './taken-places.js';

const Json = z.json();
/** Under this name stand the fields beside the metadata whose names these have, too, with other values. */
const BESIDE = 'payload';

interface Translated {
  readonly fields: CardFields;
  /** What our layout holds of the point. */
  readonly taken: PointPayload;
}

/** The maker's own fields: those at the place of the card, and those beside it that our layout does not hold as they are. The text is left out, which would
 *  stand there twice. */
export function ownFields(payload: ForeignFields, { fields, taken }: Translated): PointPayload['metadata'] {
  const isText = asText(valueAtPlace(payload, fields.text)) !== undefined;
  const rest = isText ? withoutPlace(payload, fields.text) : payload;
  const own = fields.metadata === '' ? rest : gathered(rest, { fields, taken });
  const readable = Object.entries(own).flatMap(([name, value]) => {
    const parsed = Json.safeParse(withDigits(value));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return readable.length === 0 ? undefined : Object.fromEntries(readable);
}

/** The fields of the metadata and those beside them. */
function gathered(payload: ForeignFields, { fields, taken }: Translated): ForeignFields {
  const inner = asObject(valueAtPlace(payload, fields.metadata));
  // What is no object at the place of the metadata is a field as any other.
  const outer = inner === undefined ? payload : withoutPlace(payload, fields.metadata);
  const held = takenPlaces(payload, { fields, taken });
  const beside = Object.entries(outer).filter(([name]) => !held.has(name));
  const others = Object.fromEntries(beside);
  if (inner === undefined) return others;
  const clashing = beside.filter(([name, value]) => Object.hasOwn(inner, name) && !isDeepStrictEqual(value, inner[name]));
  const all = { ...others, ...inner };
  return clashing.length === 0 ? all : { ...all, [freeName(all)]: Object.fromEntries(clashing) };
}

/** Whether a name of such fields may be that of those beside the metadata. */
export function maybeBeside(name: string): boolean {
  return name.startsWith(BESIDE) && /^_*$/.test(name.slice(BESIDE.length));
}

function freeName(fields: ForeignFields): string {
  let name = BESIDE;
  while (Object.hasOwn(fields, name)) name += '_';
  return name;
}

/** Numbers beyond 2^53, which no JSON of ours holds, as the texts of their digits. */
function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withDigits);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDigits(inner)])) : value;
}
