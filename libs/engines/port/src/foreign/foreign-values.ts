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
  const list = typeof value === 'string' && value.startsWith('[') ? (parsedJson(value) ?? value) : value;
  if (Array.isArray(list)) return list.filter((item) => typeof item === 'string');
  if (typeof list !== 'string' || list === '') return undefined;
  return list
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => item.trim().replace(/^"|"$/g, ''))
    .filter((item) => item !== '');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
