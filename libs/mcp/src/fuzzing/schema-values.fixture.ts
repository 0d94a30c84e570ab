import type { SeededRandom } from '@tributary/testing';
import type { JsonSchema } from '../tools/published-schema.js';
import { isRecord, type Json } from './json.fixture.js';

interface Generating {
  readonly random: SeededRandom;
  /** Texts that mean something to the server (names, addresses, words), by the name of the field they are for. */
  readonly textsFor: (field: string) => readonly [string, ...string[]];
  /** The field a value is made for. */
  readonly field?: string;
}

/** Optional fields are given now and then; what is only right together with something else, seldom. */
const OPTIONAL_SHARE = 0.3;
const SELDOM: ReadonlySet<string> = new Set(['cursor', 'after', 'since', 'until', 'filter', 'query_filter', 'require', 'confirm', 'scope']);
const SELDOM_SHARE = 0.05;

/** A value that a JSON Schema allows, as far as the schema says; texts come from those that mean something. */
export function valueFrom(schema: unknown, generating: Generating): Json {
  const { random } = generating;
  if (!isRecord(schema)) return textOf(generating);
  if ('const' in schema) return asJson(schema['const']);
  if (Array.isArray(schema['enum'])) return asJson(schema['enum'][random.below(schema['enum'].length)]);
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices) && schema['properties'] === undefined) return valueFrom(choices[random.below(choices.length)], generating);
  const { type } = schema;
  const kind: unknown = Array.isArray(type) ? type[random.below(type.length)] : type;
  switch (kind) {
    case 'object':
      return objectFrom(schema, generating);
    case 'array':
      return Array.from({ length: lengthFrom(schema, random) }, () => valueFrom(schema['items'], generating));
    case 'integer':
    case 'number':
      return numberFrom(schema, random);
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return textOf(generating);
  }
}

/** Arguments a tool publishes as allowed: every required field, and the others now and then. */
export function objectFrom(schema: JsonSchema, generating: Generating): Readonly<Record<string, Json>> {
  const { properties, required, additionalProperties } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const known = Object.entries(isRecord(properties) ? properties : {})
    .filter(([name]) => needed.includes(name) || generating.random.next() < (SELDOM.has(name) ? SELDOM_SHARE : OPTIONAL_SHARE))
    .map(([name, part]): [string, Json] => [name, valueFrom(part, { ...generating, field: name })]);
  const free: [string, Json][] =
    isRecord(additionalProperties) || properties === undefined ? [['key', valueFrom(additionalProperties, generating)]] : [];
  return Object.fromEntries([...known, ...free]);
}

function lengthFrom({ minItems = 0, maxItems = 3 }: JsonSchema, random: SeededRandom): number {
  return Math.min(Number(maxItems), Number(minItems) + random.below(3));
}

function numberFrom({ type, minimum = 0, maximum = 100 }: JsonSchema, random: SeededRandom): number {
  const value = Number(minimum) + random.next() * Math.min(1_000, Number(maximum) - Number(minimum));
  return type === 'integer' ? Math.round(value) : value;
}

function textOf({ random, textsFor, field = '' }: Generating): string {
  return random.pick(textsFor(field));
}

function asJson(value: unknown): Json {
  // A schema came as JSON, and so does every part of it.
  return value as Json;
}
