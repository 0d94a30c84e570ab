import { z } from 'zod';
import { notesOf } from './setting.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What may be written for a setting: `a whole number from 0 to 65535`, `one of debug, info`. */
export function expectationOf(schema: z.core.$ZodType): string {
  return inWords(toJson(schema));
}

function inWords(json: JsonSchema): string {
  if (json.const !== undefined) return String(json.const);
  if (json.enum !== undefined) return `one of ${json.enum.map(String).join(', ')}`;
  if (json.anyOf !== undefined) return expectationOfForms(json.anyOf);
  switch (json.type) {
    case 'integer':
      return `a whole number${boundsOf(json)}`;
    case 'number':
      return `a number${boundsOf(json)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'a map';
    default:
      return json.minLength !== undefined && json.minLength > 1 ? `a text of at least ${json.minLength.toString()} characters` : 'a text';
  }
}

/** Forms of one key in the alternatives of a section: the names that tell them apart, or values of different bounds. */
function expectationOfForms(forms: readonly JsonSchema[]): string {
  const names = forms.flatMap((form) => (form.const === undefined ? [] : [String(form.const)]));
  if (names.length === forms.length) return `one of ${names.join(', ')}`;
  return [...new Set(forms.map(inWords))].join(' or ');
}

/** True where an environment variable’s text has to be read as a number, true/false or JSON to fit. */
export function kindOf(schema: z.core.$ZodType): 'text' | 'number' | 'boolean' | 'json' {
  const json = toJson(schema);
  const { type } = json.anyOf?.[0] ?? json;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === 'array' || type === 'object' ? 'json' : 'text';
}

/** The default of a setting as it would be written in a file; undefined when it has none. */
export function defaultOf(schema: z.core.$ZodType): string | undefined {
  const text = notesOf(schema)?.defaultText;
  if (text !== undefined) return text;
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toJson(schema: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (typeof exclusiveMinimum === 'number' && maximum !== undefined)
    return ` above ${exclusiveMinimum.toString()} and at most ${maximum.toString()}`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum.toString()} to ${maximum.toString()}`;
  return minimum === undefined ? '' : ` of at least ${minimum.toString()}`;
}
