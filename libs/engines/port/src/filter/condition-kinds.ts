import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';

/** The conditions of the filter language, by the field that names each. */
export const CONDITION_KINDS = ['match', 'range', 'values_count', 'is_empty', 'is_null', 'has_id', 'nested'] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** The kinds that a filter uses, at any depth, each once. */
export function conditionKinds(filter: Filter): readonly ConditionKind[] {
  const clauses = [filter.must, filter.should, filter.must_not, filter.min_should?.conditions];
  return [...new Set(clauses.flatMap((clause) => conditionsOf(clause).flatMap(kindsOf)))];
}

function kindsOf(condition: Condition): readonly ConditionKind[] {
  if ('nested' in condition) return ['nested', ...conditionKinds(condition.nested.filter)];
  if ('has_id' in condition) return ['has_id'];
  if ('is_empty' in condition) return ['is_empty'];
  if ('is_null' in condition) return ['is_null'];
  if (!('key' in condition)) return conditionKinds(condition);
  if ('match' in condition) return ['match'];
  return ['range' in condition ? 'range' : 'values_count'];
}
