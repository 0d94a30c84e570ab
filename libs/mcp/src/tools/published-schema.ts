import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A JSON Schema as it is sent to clients. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The input schema clients see: strict, but with `replaced` fields written shorter than they are checked, because every assistant pays for the text of a schema. */
export function publishInput(schema: z.ZodObject, replaced: Readonly<Record<string, z.ZodType>> = {}): JsonSchema {
  return compact(z.toJSONSchema(z.strictObject({ ...schema.shape, ...replaced }), { io: 'input', unrepresentable: 'any' }));
}

/** The output schema clients see. An answer is either the declared object or `{ error }`, since clients check failures against the same schema. */
export function publishOutput(schema: z.ZodObject, error: z.ZodObject): JsonSchema {
  const answer = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const { required = [], properties, ...rest } = answer;
  const failure = z.toJSONSchema(error, { io: 'output' });
  return compact({ ...rest, properties: { ...properties, error: failure }, anyOf: [{ required }, { required: ['error'] }] });
}

/** Hands a ready JSON Schema to the SDK; checking arguments is the tool’s own business, so that its texts reach the client. */
export function asStandardSchema(json: JsonSchema): StandardSchemaWithJSON {
  const own = { ...json };
  return {
    '~standard': {
      version: 1,
      vendor: 'tributary',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => own, output: () => own },
    },
  };
}

/** Leaves out what tells a client nothing: dialect marks, bounds of safe integers, regular expressions, the type of JSON keys, permission for what is permitted anyway. */
function compact(value: unknown): JsonSchema {
  const trimmed = trim(value);
  return isRecord(trimmed) ? trimmed : {};
}

function trim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trim);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(withoutTuple(value))
      .filter(([name, part]) => !isNoise(name, part))
      .map(([name, part]) => [name, name === 'properties' && isRecord(part) ? mapValues(part, trim) : trim(part)]),
  );
}

// Clients of SDK 1.x check by draft 7, which does not know `prefixItems` and would refuse every element by the `items: false` beside it.
function withoutTuple({ prefixItems, ...schema }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(prefixItems)) return prefixItems === undefined ? schema : { prefixItems, ...schema };
  const kinds = [...new Map(prefixItems.map((item: unknown) => [JSON.stringify(item), item])).values()];
  return { ...schema, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } };
}

function isNoise(name: string, part: unknown): boolean {
  if (name === '$schema' || name === 'propertyNames') return true;
  if (isRecord(part) && Object.keys(part).length === 0) return name === 'properties' || name === 'additionalProperties';
  if (name === 'pattern') return typeof part === 'string';
  return (name === 'maximum' || name === 'minimum') && typeof part === 'number' && Math.abs(part) === Number.MAX_SAFE_INTEGER;
}

function mapValues(record: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
