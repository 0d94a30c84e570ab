import type { Schemas } from '@qdrant/js-client-rest';
import {
  conditionsOf,
  type Condition,
  type Filter,
  type MatchCondition,
  type RangeCondition,
  type ValuesCountCondition,
} from '@tributary/contracts';
import { countTest, parsePath } from '@tributary/engines-port';
import { isUuid } from '@tributary/kernel/ids';
import { INDEXES } from '../collections/schema.js';
import { OWN } from '../points/layout.js';

type Translated = Schemas['Condition'];

/** A condition in the server's words; undefined when it has none that mean the same. */
type Translation = Translated | undefined;

/** Turns a filter into the server's. `isExact` is false when some of it could not be said: then the server's admits more points, and the rest is to be
 *  checked on what it admits. */
export function translateFilter(filter: Filter): { readonly filter: Schemas['Filter']; readonly isExact: boolean } {
  const whole = translate(filter);
  if (whole) return { filter: whole, isExact: true };
  const must = conditionsOf(filter.must)
    .map(translateCondition)
    .filter((condition) => condition !== undefined);
  return { filter: { must }, isExact: false };
}

function translate(filter: Filter): Schemas['Filter'] | undefined {
  const clauses = [filter.must, filter.should, filter.must_not].map((clause) => translateAll(conditionsOf(clause)));
  const minimum = filter.min_should && translateAll(filter.min_should.conditions);
  if (clauses.includes(undefined) || (filter.min_should && !minimum)) return undefined;
  const [must = [], should = [], mustNot = []] = clauses;
  // Empty clauses are left out: to the server an empty `should` is one that nothing fulfils.
  return {
    ...(must.length > 0 ? { must } : {}),
    ...(should.length > 0 ? { should } : {}),
    ...(mustNot.length > 0 ? { must_not: mustNot } : {}),
    ...(filter.min_should && minimum ? { min_should: { conditions: minimum, min_count: filter.min_should.min_count } } : {}),
  };
}

function translateAll(conditions: readonly Condition[]): Translated[] | undefined {
  const translated = conditions.map(translateCondition);
  return translated.every((condition) => condition !== undefined) ? translated : undefined;
}

function translateCondition(condition: Condition): Translation {
  if ('has_id' in condition) return { has_id: condition.has_id.map((id) => id.toString().toLowerCase()).filter(isUuid) };
  if ('nested' in condition) return translateNested(condition.nested);
  if ('is_empty' in condition) return isOurs(condition.is_empty.key) ? undefined : { is_empty: condition.is_empty };
  if ('is_null' in condition) return isOurs(condition.is_null.key) ? undefined : { is_null: condition.is_null };
  if (!('key' in condition)) return translate(condition);
  if (isOurs(condition.key)) return undefined;
  if ('values_count' in condition) return translateCount(condition);
  return 'match' in condition ? translateMatch(condition) : translateRange(condition);
}

function translateNested({ key, filter }: { readonly key: string; readonly filter: Filter }): Translation {
  if (isOurs(key)) return undefined;
  const inner = translate(filter);
  return inner && { nested: { key, filter: inner } };
}

/** True for what the adapter keeps beside the caller’s fields: to a filter it is not there. Also refuses what is no field at all. */
function isOurs(key: string): boolean {
  const [first] = parsePath(key);
  return typeof first === 'object' && 'field' in first && first.field === OWN;
}

/** A field that is not there counts as empty; servers before 1.19 let no count hold for it. */
function translateCount({ key, values_count }: ValuesCountCondition): Translation {
  const counted = { key, values_count: defined(values_count) };
  return countTest(values_count)(0) ? { should: [counted, { is_empty: { key } }] } : counted;
}

function defined<T extends object>(bounds: T): T {
  // safe: what is left out is undefined and may be absent
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined)) as T;
}

function translateMatch({ key, match }: MatchCondition): Translation {
  // Word for word it is not what any of the server’s tokenizers do.
  if ('text' in match) return undefined;
  if ('value' in match) return equals(key, match.value);
  if ('except' in match) return match.except.every(isExactlyListed) ? { key, match: { except: sameType(match.except) } } : undefined;
  return match.any.every(isExactlyListed)
    ? { key, match: { any: sameType(match.any) } }
    : { should: match.any.map((value) => equals(key, value)) };
}

/** Fractions and great numbers are matched by none of the server’s values, but by a range. */
function equals(key: string, value: string | number | boolean): Translated {
  return isExactlyListed(value) || typeof value === 'boolean'
    ? { key, match: { value } }
    : { key, range: { gte: Number(value), lte: Number(value) } };
}

function isExactlyListed(value: string | number | boolean): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function sameType(values: readonly (string | number)[]): string[] | number[] {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length > 0 ? texts : values.map(Number);
}

function translateRange({ key, range }: RangeCondition): Translation {
  const bounds = defined(range);
  const isOfDates = Object.values(bounds).some((bound) => typeof bound === 'string');
  // An index of dates takes a number for a moment, and one of numbers a moment for a number.
  if (INDEXES[key] === (isOfDates ? 'integer' : 'datetime')) return undefined;
  return { key, range: bounds };
}
