import { PointPayload } from '../points/payload.js';
import { conditionsOf, type Condition, type Filter } from './filter.js';

const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(PointPayload.shape));

/** True when a filter has no condition at all and would fit everything. */
export function isEmptyFilter(filter: Filter): boolean {
  return leavesOf(filter).length === 0;
}

/** The fields of a filter that no point of ours has. */
export function unknownFields(filter: Filter): readonly string[] {
  return fieldsOf(filter).filter((field) => !isKnownField(field));
}

/** Whether points have a field; of a nested one, whether they have what it lies in. */
export function isKnownField(field: string): boolean {
  return KNOWN_FIELDS.has(field.split(/[.[]/, 1)[0] ?? field);
}

/** The payload fields a filter reads, nested ones by their full path. */
export function fieldsOf(filter: Filter): readonly string[] {
  return leavesOf(filter).flatMap((leaf) => {
    if ('key' in leaf) return [leaf.key];
    if ('is_empty' in leaf) return [leaf.is_empty.key];
    if ('is_null' in leaf) return [leaf.is_null.key];
    if ('nested' in leaf) return [leaf.nested.key];
    return [];
  });
}

type Leaf = Exclude<Condition, Filter>;

/** The conditions of a filter and of the filters in it, whatever the clause. */
export function leavesOf(filter: Filter): readonly Leaf[] {
  const { must, should, must_not, min_should } = filter;
  return [...conditionsOf(must), ...conditionsOf(should), ...conditionsOf(must_not), ...(min_should?.conditions ?? [])].flatMap(
    (condition) => (isFilter(condition) ? leavesOf(condition) : [condition]),
  );
}

function isFilter(condition: Condition): condition is Filter {
  return !('key' in condition || 'is_empty' in condition || 'is_null' in condition || 'has_id' in condition || 'nested' in condition);
}
