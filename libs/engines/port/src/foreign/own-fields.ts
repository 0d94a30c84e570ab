import type { CardFields, PointPayload } from '@tributary/contracts';
import { z } from 'zod';
import { isObject } from '../filter/path.js';
import { asObject, valueAtPlace, type ForeignFields } from './foreign-values.js';

const Json = z.json();

/** The maker's own fields: those at the place of the card, and those of the payload itself that the card has no place for. The text is left out, which
 *  would stand there twice. */
export function ownFields(payload: ForeignFields, fields: CardFields): PointPayload['metadata'] {
  const inner = asObject(valueAtPlace(payload, fields.metadata));
  const isWhole = fields.metadata === '';
  const taken = isWhole ? [rootOf(fields.text)] : placesIn(fields);
  // What is no object at the place of the metadata is a field as any other.
  if (!isWhole && inner !== undefined) taken.push(rootOf(fields.metadata));
  const others = Object.entries(payload).filter(([name]) => !taken.includes(name));
  const own = Object.entries(isWhole ? Object.fromEntries(others) : { ...Object.fromEntries(others), ...inner });
  const readable = own.flatMap(([name, value]) => {
    const parsed = Json.safeParse(withDigits(value));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return readable.length === 0 ? undefined : Object.fromEntries(readable);
}

/** Numbers beyond 2^53, which no JSON of ours holds, as the texts of their digits. */
function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withDigits);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDigits(inner)])) : value;
}

function placesIn({ text, metadata: _metadata, ...places }: CardFields): string[] {
  return [rootOf(text), ...Object.values(places).filter((place) => place !== undefined)];
}

function rootOf(place: string): string {
  return place.split('.', 1)[0] ?? place;
}
