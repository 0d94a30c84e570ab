import { z } from 'zod';
import { FILTER_HINT, filterFault } from '../filter/filter-fault.js';
import { tooManyConditions } from '../filter/most-conditions.js';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** What is wrong with a request. */
interface RequestFault {
  /** In sentences that name every field that is wrong and say what to write instead. */
  readonly message: string;
  readonly isOfFilter: boolean;
}

/** Reads what a caller sent by its schema, or says what is wrong with it. */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly data: z.output<Schema> } | { readonly fault: RequestFault } {
  const filter = typeof value === 'object' && value !== null && 'filter' in value ? value.filter : undefined;
  const tooMany = tooManyConditions(filter);
  if (tooMany !== undefined) return faultOf(tooMany);
  const parsed = schema.safeParse(value ?? {}, { error: (issue) => remedy(issue, schema) });
  if (parsed.success) return { data: parsed.data };
  const issues = parsed.error.issues.flatMap(told);
  if (issues[0]?.path[0] === 'filter') return faultOf(filterFault(filter) ?? 'not a filter');
  const sentences = issues.slice(0, 5).map((issue) => sentence(issue, schema));
  const more = issues.length - sentences.length;
  return { fault: { message: [...sentences, ...(more > 0 ? [`And ${more.toString()} more.`] : [])].join(' '), isOfFilter: false } };
}

function faultOf(filter: string): { readonly fault: RequestFault } {
  return { fault: { message: `filter: ${filter}. ${FILTER_HINT}`, isOfFilter: true } };
}

/** What Zod says of a union by itself. */
const UNTOLD = 'Invalid input';

/** A value that fits no form of a union is told by the faults of the form it is nearest to. */
function told(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== UNTOLD) return [issue];
  const [nearest] = issue.errors
    .filter((form) => form.length > 0 && !form.some(isOtherKind))
    .toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a));
  if (nearest === undefined) return [issue];
  return nearest.flatMap((fault) => told({ ...fault, path: [...issue.path, ...fault.path] }));
}

/** Whether a form of a union takes another kind of value altogether. */
function isOtherKind({ path, code }: Issue): boolean {
  return path.length === 0 && code === 'invalid_type';
}

function depthOf(form: readonly Issue[]): number {
  return Math.max(...form.map(({ path }) => path.length));
}

function sentence(issue: Issue, schema: z.ZodType): string {
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    const known = fieldNames(schemaAt(schema, issue.path));
    const where = place === '' ? '' : ` in ${place}`;
    return `Unknown ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}${where}${known === undefined ? '' : `: the fields are ${known.join(', ') || 'none'}`}.`;
  }
  const message = /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  return place === '' ? message : `${place}: ${message}`;
}

// Zod asks this only where a schema carries no message of its own.
function remedy(issue: RawIssue, schema: z.ZodType): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing: give ${wanted(issue.expected)}`
        : `expected ${wanted(issue.expected)}, got ${kindOf(issue.input)}`;
    case 'invalid_union': {
      // The faults of a form that takes this kind of value say more.
      if (issue.errors.some((form) => !form.some(isOtherKind))) return undefined;
      const expected = issue.errors
        .flat()
        .flatMap((one) => (one.path.length === 0 && one.code === 'invalid_type' ? wanted(one.expected) : []));
      return expected.length === 0 ? undefined : `expected ${[...new Set(expected)].join(' or ')}, got ${kindOf(issue.input)}`;
    }
    case 'too_big':
      return boundOf({ ...issue, bound: issue.maximum, words: { inclusive: 'at most', exclusive: 'less than', next: -1 } }, schema);
    case 'too_small':
      return boundOf({ ...issue, bound: issue.minimum, words: { inclusive: 'at least', exclusive: 'greater than', next: 1 } }, schema);
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return undefined;
  }
}

interface Bound {
  readonly bound: number | bigint;
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly words: { readonly inclusive: string; readonly exclusive: string; readonly next: 1 | -1 };
}

/** A bound that the value itself may have: where whole numbers are wanted, the next one is named in place of one that it may not have. */
function boundOf({ bound, origin, inclusive = true, path = [], words }: Bound, schema: z.ZodType): string {
  const unit = { string: 'character', array: 'item' }[origin];
  if (unit !== undefined) return `must have ${words.inclusive} ${bound.toString()} ${unit}${Number(bound) === 1 ? '' : 's'}`;
  if (inclusive) return `must be ${words.inclusive} ${bound.toString()}`;
  const field = schemaAt(schema, path);
  const isWhole = field instanceof z.ZodNumber && field.format?.includes('int') === true;
  return isWhole
    ? `must be ${words.inclusive} ${(Number(bound) + words.next).toString()}`
    : `must be ${words.exclusive} ${bound.toString()}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function wanted(expected: string): string {
  return KINDS[expected] ?? expected;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isInteger(value))
    return Number.isFinite(value) ? 'a number with a fraction' : 'one without bound';
  return wanted(Array.isArray(value) ? 'array' : typeof value);
}

/** The schema of what stands at a place of a request, as far as objects and lists lead there. */
function schemaAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schemaAt(schema.unwrap(), path);
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  return isObject(schema) ? schemaAt(schema.shape[key.toString()], rest) : undefined;
}

function fieldNames(schema: z.core.$ZodType | undefined): readonly string[] | undefined {
  return isObject(schema) ? Object.keys(schema.shape) : undefined;
}

function isObject(schema: z.core.$ZodType | undefined): schema is z.ZodObject<Readonly<Record<string, z.ZodType>>> {
  return schema instanceof z.ZodObject;
}
