import { isObject } from '../filter/path.js';
import type { ForeignPoint } from './foreign-collections.js';

export type ForeignFields = ForeignPoint['payload'];

/** What stands at a place of a foreign payload: dots lead into objects, and into JSON that its maker stored as text (LlamaIndex's `_node_content`). */
export function valueAtPlace(payload: ForeignFields, place: string): unknown {
  if (place === '') return payload;
  let value: unknown = payload;
  const steps = place.split('.');
  for (let at = 0; at < steps.length; at++) {
    const object = asObject(value);
    if (object === undefined) return undefined;
    // Some makers write dots into the names of their fields.
    const rest = steps.slice(at).join('.');
    if (Object.hasOwn(object, rest)) return object[rest];
    value = object[steps[at] ?? ''];
  }
  return value;
}

/** A foreign payload without what stands at a place of it, and without objects that are empty then. JSON kept as text stays such a text. */
export function withoutPlace(payload: ForeignFields, place: string): ForeignFields {
  // As `valueAtPlace` reads it.
  if (Object.hasOwn(payload, place)) return withoutField(payload, place);
  const [step = '', ...further] = place.split('.');
  const inner = asObject(payload[step]);
  if (inner === undefined || further.length === 0) return payload;
  const rest = withoutPlace(inner, further.join('.'));
  if (Object.keys(rest).length === 0) return withoutField(payload, step);
  return { ...payload, [step]: typeof payload[step] === 'string' ? JSON.stringify(rest) : rest };
}

function withoutField(payload: ForeignFields, field: string): ForeignFields {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field));
}

/** An object, or one that stands there as JSON. */
export function asObject(value: unknown): ForeignFields | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  const parsed = parsedJson(value);
  return isObject(parsed) ? parsed : undefined;
}

/** A text, or what is written as one: numbers beyond 2^53, which arrive as such, by their digits. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? value.toString() : undefined;
}

/** The texts of a list, or of a text that holds one: JSON, or words between commas. Undefined for what is neither. */
export function asTexts(value: unknown): readonly string[] | undefined {
  const list = listIn(value);
  if (Array.isArray(list)) return list.filter((item) => typeof item === 'string');
  if (typeof list !== 'string' || list === '') return undefined;
  return list
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => item.trim().replace(/^"|"$/g, ''))
    .filter((item) => item !== '');
}

/** True where `asTexts` leaves nothing out. */
export function isListOfTexts(value: unknown): boolean {
  const list = listIn(value);
  return Array.isArray(list) ? list.every((item) => typeof item === 'string') : typeof list === 'string';
}

function listIn(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('[') ? (parsedJson(value) ?? value) : value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
