import type { Schemas } from '@qdrant/js-client-rest';
import { conditionsOf, type Condition, type FieldMatch, type Filter, type MatchCondition, type RangeCondition } from '@tributary/contracts';
import { parsePath } from '@tributary/engines-port';
import { OWN } from '../points/layout.js';
import { isUuid } from '../points/uuid.js';

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
  if ('is_empty' in condition) return isPlain(condition.is_empty.key) ? { is_empty: condition.is_empty } : undefined;
  if ('is_null' in condition) return isPlain(condition.is_null.key) ? { is_null: condition.is_null } : undefined;
  if (!('key' in condition)) return translate(condition);
  if (!isPlain(condition.key)) return undefined;
  if ('values_count' in condition) return undefined;
  return 'match' in condition ? translateMatch(condition) : translateRange(condition);
}

function translateNested({ key, filter }: { readonly key: string; readonly filter: Filter }): Translation {
  if (!isPlain(key)) return undefined;
  const inner = translate(filter);
  return inner && { nested: { key, filter: inner } };
}

/** True for a field of the caller’s that is reached without going into lists. Also refuses what is no field at all. */
function isPlain(key: string): boolean {
  const path = parsePath(key);
  const [first] = path;
  const isOurs = typeof first === 'object' && 'field' in first && first.field === OWN;
  return !isOurs && path.every((step) => typeof step === 'object' && 'field' in step);
}

function translateMatch({ key, match }: MatchCondition): Translation {
  // Word for word it is not what any of the server’s tokenizers do.
  if ('text' in match) return undefined;
  if ('value' in match) {
    const { value } = match;
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return { key, range: { gte: value, lte: value } };
    return { key, match: { value } };
  }
  return translateListed(key, match);
}

function translateListed(key: string, match: Exclude<FieldMatch, { value: unknown } | { text: string }>): Translation {
  const listed = 'any' in match ? match.any : match.except;
  const texts = listed.filter((value) => typeof value === 'string');
  const numbers = listed.filter((value) => typeof value === 'number' && Number.isSafeInteger(value)).map(Number);
  const same = texts.length === listed.length ? texts : numbers.length === listed.length ? numbers : undefined;
  if (same === undefined) return undefined;
  return 'any' in match ? { key, match: { any: same } } : undefined;
}

function translateRange({ key, range }: RangeCondition): Translation {
  const entries = Object.entries(range).filter(([, bound]) => bound !== undefined);
  return { key, range: Object.fromEntries(entries) };
}
