import { conditionsOf, type Condition, type Filter, type NestedCondition } from '@tributary/contracts';
import { countTest, countsOf, elementsOf, isEmpty, isNull, matchTest, rangeTest } from './field-tests.js';
import { isObject, parsePath, valuesAt } from './path.js';
import { plainTextAnalyser, type TextAnalyser } from './text-analyser.js';

/** What a filter looks at. Inside `nested` the payload is one element and there is no id. */
export interface FilterPoint {
  readonly id?: string;
  readonly payload: object;
}

export type PointTest = (point: FilterPoint) => boolean;

/** Turns a filter into a test of single points, by Qdrant’s rules: what every engine’s filtering must agree with.
 *  Clauses without conditions restrict nothing. @throws `FILTER.INVALID` for a field that is not a path */
export function compileFilter(filter: Filter, analyser: TextAnalyser = plainTextAnalyser): PointTest {
  const compileAll = (clause: Condition | Condition[] | undefined) =>
    conditionsOf(clause).map((condition) => compileCondition(condition, analyser));
  const [must, should, mustNot] = [compileAll(filter.must), compileAll(filter.should), compileAll(filter.must_not)];
  const minimum = filter.min_should && { tests: compileAll(filter.min_should.conditions), count: filter.min_should.min_count };
  return (point) =>
    must.every((test) => test(point)) &&
    !mustNot.some((test) => test(point)) &&
    (should.length === 0 || should.some((test) => test(point))) &&
    (minimum === undefined || minimum.tests.filter((test) => test(point)).length >= minimum.count);
}

/** The test of one condition. */
export function compileCondition(condition: Condition, analyser: TextAnalyser = plainTextAnalyser): PointTest {
  if ('has_id' in condition) {
    const ids = new Set(condition.has_id.map((id) => id.toString().toLowerCase()));
    return ({ id }) => id !== undefined && ids.has(id.toLowerCase());
  }
  if ('nested' in condition) return compileNested(condition, analyser);
  if ('is_empty' in condition) return fieldTest(condition.is_empty.key, isEmpty);
  if ('is_null' in condition) return fieldTest(condition.is_null.key, isNull);
  if (!('key' in condition)) return compileFilter(condition, analyser);
  if ('values_count' in condition) {
    const fits = countTest(condition.values_count);
    return fieldTest(condition.key, (values) => countsOf(values).some(fits));
  }
  const test = 'match' in condition ? matchTest(condition.match, analyser) : rangeTest(condition.range);
  return fieldTest(condition.key, (values) => elementsOf(values).some(test));
}

/** True when the point fits the filter: the brute-force evaluator. */
export function matchesFilter(filter: Filter, point: FilterPoint, analyser: TextAnalyser = plainTextAnalyser): boolean {
  return compileFilter(filter, analyser)(point);
}

function fieldTest(key: string, test: (values: readonly unknown[]) => boolean): PointTest {
  const path = parsePath(key);
  return ({ payload }) => test(valuesAt(payload, path));
}

function compileNested({ nested }: NestedCondition, analyser: TextAnalyser): PointTest {
  // `a` and `a[]` mean the same list.
  const path = parsePath(nested.key.endsWith('[]') ? nested.key : `${nested.key}[]`);
  const inner = compileFilter(nested.filter, analyser);
  return ({ payload }) => valuesAt(payload, path).some((element) => isObject(element) && inner({ payload: element }));
}
