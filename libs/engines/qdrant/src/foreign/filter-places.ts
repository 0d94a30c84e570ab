import { conditionsOf, type CardFields, type Condition, type Filter } from '@tributary/contracts';
import { placesDeciding } from '@tributary/engines-port';

/** The places of a foreign payload that decide whether a filter holds; undefined where that may be any. */
export function placesOfFilter(filter: Filter, fields: CardFields): readonly string[] | undefined {
  const places: string[] = [];
  for (const key of keysOf(filter)) {
    const deciding = placesDeciding(key, fields);
    if (deciding === undefined) return undefined;
    places.push(...deciding);
  }
  return places;
}

function keysOf({ must, should, must_not, min_should }: Filter): readonly string[] {
  return [must, should, must_not, min_should?.conditions].flatMap(conditionsOf).flatMap(keysOfCondition);
}

function keysOfCondition(condition: Condition): readonly string[] {
  if ('has_id' in condition) return [];
  if ('nested' in condition) return [condition.nested.key];
  if ('is_empty' in condition) return [condition.is_empty.key];
  if ('is_null' in condition) return [condition.is_null.key];
  return 'key' in condition ? [condition.key] : keysOf(condition);
}
