import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';
import type { FieldLayout } from './field-layout.js';
import { EVERYTHING, UNKNOWN, both, either, type Translation } from './where.js';

/** More conditions are not worth a `where`: SQLite under Chroma bounds how deep an expression is. */
const MOST_CONDITIONS = 150;

/** What of a filter `where` can express. What it cannot is left open, for the caller to look at the points themselves. */
export function toWhere(filter: Filter, layout: FieldLayout): Translation {
  return conditionsIn(filter) > MOST_CONDITIONS ? UNKNOWN : translateFilter(filter, { layout, negated: false });
}

interface Sense {
  readonly layout: FieldLayout;
  readonly negated: boolean;
}

function translateFilter(filter: Filter, { layout, negated }: Sense): Translation {
  const all = (clause: Filter['must'], isNegated: boolean) =>
    conditionsOf(clause).map((condition) => translate(condition, { layout, negated: isNegated }));
  const should = all(filter.should, negated);
  const minimum = filter.min_should === undefined ? EVERYTHING : UNKNOWN;
  if (!negated) {
    return both([...all(filter.must, false), ...all(filter.must_not, true), should.length === 0 ? EVERYTHING : either(should), minimum]);
  }
  const broken = [...all(filter.must, true), ...all(filter.must_not, false), ...(should.length === 0 ? [] : [both(should)])];
  return filter.min_should === undefined ? either(broken) : UNKNOWN;
}

function translate(condition: Condition, sense: Sense): Translation {
  const { layout, negated } = sense;
  if ('has_id' in condition) return layout.hasId({ what: condition.has_id.map((id) => id.toString().toLowerCase()), negated });
  if ('is_empty' in condition) return layout.isEmpty({ key: condition.is_empty.key, what: undefined, negated });
  if ('is_null' in condition) return layout.isNull({ key: condition.is_null.key, what: undefined, negated });
  if ('match' in condition) return layout.match({ key: condition.key, what: condition.match, negated });
  if ('range' in condition) return layout.range({ key: condition.key, what: condition.range, negated });
  if ('nested' in condition || 'values_count' in condition) return UNKNOWN;
  return translateFilter(condition, sense);
}

function conditionsIn({ must, should, must_not, min_should }: Filter): number {
  const all = [...conditionsOf(must), ...conditionsOf(should), ...conditionsOf(must_not), ...(min_should?.conditions ?? [])];
  return all.reduce((sum, condition) => sum + 1 + (isFilter(condition) ? conditionsIn(condition) : 0), 0);
}

function isFilter(condition: Condition): condition is Filter {
  return !['has_id', 'is_empty', 'is_null', 'key', 'nested'].some((name) => name in condition);
}
