import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';

/** The one document that every point which fits the filter belongs to, where the filter says so: reading it needs no look at the whole collection. */
export function requiredDocument(filter: Filter | undefined): string | undefined {
  for (const condition of conditionsOf(filter?.must)) {
    const document = documentOf(condition);
    if (document !== undefined) return document;
  }
  return undefined;
}

function documentOf(condition: Condition): string | undefined {
  if ('match' in condition) {
    const { key, match } = condition;
    return key === 'doc_id' && 'value' in match && typeof match.value === 'string' ? match.value : undefined;
  }
  return 'must' in condition ? requiredDocument(condition) : undefined;
}
