import type { FieldMatch, RangeCondition, ValuesCountCondition } from '@tributary/contracts';
import { parseMoment } from './moment.js';
import type { QueryWord, TextAnalyser } from './text-analyser.js';

/** Says whether one element fits: a value, or an element of the list that the value is. */
export type ElementTest = (element: unknown) => boolean;

type Bounds = RangeCondition['range'];

/** The test behind `match`. Types are never coerced: 1 is neither "1" nor true. */
export function matchTest(match: FieldMatch, analyser: TextAnalyser): ElementTest {
  if ('value' in match) return (element) => element === match.value;
  if ('text' in match) return textTest([...analyser.queryWords(match.text)], analyser);
  if ('any' in match) {
    const listed = new Set<unknown>(match.any);
    return (element) => listed.has(element);
  }
  const excluded = new Set<unknown>(match.except);
  return (element) => element !== null && !excluded.has(element);
}

/** The test behind `range`: numbers against number bounds, dates (as text) against date bounds. */
export function rangeTest(range: Bounds): ElementTest {
  if (typeof firstBound(range) === 'number') return (element) => typeof element === 'number' && within(element, numeric(range));
  const bounds = numeric(range);
  return (element) => {
    const moment = typeof element === 'string' ? parseMoment(element) : undefined;
    return moment !== undefined && within(moment, bounds);
  };
}

/** Elements of the values at a path: lists count as their elements. */
export function elementsOf(values: readonly unknown[]): readonly unknown[] {
  return values.some(Array.isArray) ? values.flat() : values;
}

/** True when there is nothing: no value, null, or an empty list. */
export function isEmpty(values: readonly unknown[]): boolean {
  return values.every((value) => value === null || (Array.isArray(value) && value.length === 0));
}

/** True when null stands there, alone or in a list. */
export function isNull(values: readonly unknown[]): boolean {
  return elementsOf(values).includes(null);
}

/** How many elements each value at a path holds: a list its elements, a lone value 1, null 0; nothing at all counts 0, too. `values_count` holds where one of them fits. */
export function countsOf(values: readonly unknown[]): readonly number[] {
  if (values.length === 0) return [0];
  return values.map((value) => {
    if (Array.isArray(value)) return value.length;
    return value === null ? 0 : 1;
  });
}

/** The test behind `values_count`. */
export function countTest(bounds: ValuesCountCondition['values_count']): (count: number) => boolean {
  return (count) => within(count, bounds);
}

function textTest(wanted: readonly QueryWord[], analyser: TextAnalyser): ElementTest {
  return (element) => {
    if (typeof element !== 'string' || wanted.length === 0) return false;
    const present = new Set(analyser.fieldWords(element));
    return wanted.every(({ whole, parts }) => present.has(whole) || (parts.length > 0 && parts.every((part) => present.has(part))));
  };
}

interface NumericBounds {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

function within(value: number, { gt, gte, lt, lte }: NumericBounds): boolean {
  if (gt !== undefined && !(value > gt)) return false;
  if (gte !== undefined && !(value >= gte)) return false;
  if (lt !== undefined && !(value < lt)) return false;
  return lte === undefined || value <= lte;
}

function firstBound({ gt, gte, lt, lte }: Bounds): number | string | undefined {
  return gt ?? gte ?? lt ?? lte;
}

function numeric({ gt, gte, lt, lte }: Bounds): NumericBounds {
  return { gt: asNumber(gt), gte: asNumber(gte), lt: asNumber(lt), lte: asNumber(lte) };
}

function asNumber(bound: number | string | undefined): number | undefined {
  return typeof bound === 'string' ? (parseMoment(bound) ?? Number.NaN) : bound;
}
