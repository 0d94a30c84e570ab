import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';

/** True when a document fits: by `match`, `is_empty`, `has_id` and clauses of them, which is all that tests of surfaces ask for. */
export function fitsFilter(filter: Filter, point: { readonly id: string; readonly payload: object }): boolean {
  const fits = (condition: Condition) => fitsCondition(condition, point);
  const should = conditionsOf(filter.should);
  return conditionsOf(filter.must).every(fits) && !conditionsOf(filter.must_not).some(fits) && (should.length === 0 || should.some(fits));
}

function fitsCondition(condition: Condition, point: { readonly id: string; readonly payload: object }): boolean {
  if ('has_id' in condition) return condition.has_id.includes(point.id);
  if ('is_empty' in condition) return valuesAt(point.payload, condition.is_empty.key).length === 0;
  if (!('key' in condition))
    return 'must' in condition || 'should' in condition || 'must_not' in condition ? fitsFilter(condition, point) : true;
  if (!('match' in condition)) return true;
  const { match } = condition;
  const values = valuesAt(point.payload, condition.key);
  if ('value' in match) return values.includes(match.value);
  if ('any' in match) return values.some((value) => new Set<unknown>(match.any).has(value));
  if ('except' in match) return values.some((value) => !new Set<unknown>(match.except).has(value));
  return values.some((value) => typeof value === 'string' && value.toLowerCase().includes(match.text.toLowerCase()));
}

function valuesAt(payload: object, path: string): readonly unknown[] {
  let value: unknown = payload;
  for (const step of path.replaceAll('[]', '').split('.')) value = isObject(value) ? value[step] : undefined;
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
