import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';
import { parsePath } from '@tributary/engines-port';

/** Names of the payload fields a filter looks at, by their first step: what has to be fetched to check it. */
export function fieldsOfFilter(filter: Filter): readonly string[] {
  return [...new Set(keysOf(filter))];
}

function keysOf(filter: Filter): readonly string[] {
  const clauses = [filter.must, filter.should, filter.must_not, filter.min_should?.conditions];
  return clauses.flatMap(conditionsOf).flatMap(keysOfCondition);
}

function keysOfCondition(condition: Condition): readonly string[] {
  if ('has_id' in condition) return [];
  if ('nested' in condition) return [firstStep(condition.nested.key)];
  if ('is_empty' in condition) return [firstStep(condition.is_empty.key)];
  if ('is_null' in condition) return [firstStep(condition.is_null.key)];
  return 'key' in condition ? [firstStep(condition.key)] : keysOf(condition);
}

function firstStep(key: string): string {
  const [first] = parsePath(key);
  return typeof first === 'object' && 'field' in first ? first.field : key;
}
