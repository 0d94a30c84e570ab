import type { z } from 'zod';
import { CONDITIONS, CONDITION_EXPECTED, Filter } from './filter.js';

/** What to write instead of something that is no filter. */
export const FILTER_HINT =
  'Write conditions under must, should, must_not or min_should, such as {"must":[{"key":"lang","match":{"value":"typescript"}}]}.';

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

const CLAUSES = ['must', 'should', 'must_not'] as const;
const CLAUSE_NAMES = [...CLAUSES, 'min_should'];

/** The first condition of a filter that is none, and what is wrong with it: `must.0.match: expected …`; undefined for a filter.
 *  A union of schemas only says that none of them fits; the field that tells a condition's kind says which one was meant. */
export function filterFault(json: unknown): string | undefined {
  return Filter.safeParse(json).success ? undefined : faultOfFilter(json, []);
}

function faultOfFilter(json: unknown, path: Path): string | undefined {
  if (!isFields(json)) return at(path, `expected an object with ${CLAUSE_NAMES.join(', ')}`);
  const unknown = Object.keys(json).find((name) => !CLAUSE_NAMES.includes(name));
  if (unknown !== undefined) return at(path, `${quoted(unknown)} is no clause: a filter has ${CLAUSE_NAMES.join(', ')}`);
  for (const clause of CLAUSES) {
    const fault = faultOfConditions(json[clause], [...path, clause]);
    if (fault !== undefined) return fault;
  }
  return faultOfMinShould(json['min_should'], [...path, 'min_should']);
}

function faultOfConditions(json: unknown, path: Path): string | undefined {
  if (json === undefined) return undefined;
  if (!Array.isArray(json)) return faultOfCondition(json, path);
  for (const [index, condition] of json.entries()) {
    const fault = faultOfCondition(condition, [...path, index]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfMinShould(json: unknown, path: Path): string | undefined {
  if (json === undefined) return undefined;
  if (!isFields(json) || !Array.isArray(json['conditions'])) return at(path, 'expected { conditions: […], min_count }');
  const fault = faultOfConditions(json['conditions'], [...path, 'conditions']);
  return fault ?? firstIssue(Filter, { min_should: json }, path.slice(0, -1));
}

function faultOfCondition(json: unknown, path: Path): string | undefined {
  if (!isFields(json)) return at(path, CONDITION_EXPECTED);
  if (CLAUSE_NAMES.some((name) => name in json)) return faultOfFilter(json, path);
  const { nested } = json;
  if (isFields(nested) && 'filter' in nested) {
    const fault = filterFault(nested['filter']) === undefined ? undefined : faultOfFilter(nested['filter'], [...path, 'nested', 'filter']);
    if (fault !== undefined) return fault;
  }
  for (const [name, schema] of CONDITIONS) if (name in json) return firstIssue(schema, json, path);
  const names = Object.keys(json).slice(0, 3).map(quoted).join(', ');
  return at(path, names === '' ? CONDITION_EXPECTED : `${names} is no condition; ${CONDITION_EXPECTED}`);
}

function firstIssue(schema: z.ZodType, json: unknown, path: Path): string | undefined {
  const issue = schema.safeParse(json).error?.issues[0];
  return issue === undefined
    ? undefined
    : at([...path, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))], issue.message);
}

function at(path: Path, what: string): string {
  return path.length === 0 ? what : `${path.join('.')}: ${what}`;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
