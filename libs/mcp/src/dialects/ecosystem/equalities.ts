import type { Condition, Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { isRecord } from '../../tools/published-schema.js';

type Scalar = string | number | boolean;

/** A map of equalities as a filter: every key must hold, a list means any of its values. Keys are the maker's own fields, wherever the card keeps them.
 *  @throws `FILTER.INVALID` */
export function equalitiesFilter(equalities: unknown): Filter | undefined {
  if (equalities === undefined) return undefined;
  if (!isRecord(equalities)) throw refuse('The filter is no object');
  const entries = Object.entries(equalities);
  return entries.length === 0 ? undefined : { must: entries.map(([name, value]) => conditionOf(name, value)) };
}

function conditionOf(name: string, value: unknown): Condition {
  if (name === '') throw refuse('A field of the filter has no name');
  const key = `metadata.${name}`;
  if (isScalar(value)) return { key, match: { value } };
  if (!Array.isArray(value)) throw refuse(`${JSON.stringify(name)} is neither a value nor a list of values`);
  if (value.length === 0) throw refuse(`The list of ${JSON.stringify(name)} is empty, so nothing could fit`);
  if (!value.every(isScalar)) throw refuse(`The list of ${JSON.stringify(name)} holds something that is no text, number, true or false`);
  return anyOf(key, value);
}

/** Texts are one condition, as numbers are: a long list costs no more than a short one. */
function anyOf(key: string, values: readonly Scalar[]): Condition {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const truths = values.filter((value) => typeof value === 'boolean');
  const conditions: Condition[] = [texts, numbers].filter(({ length }) => length > 0).map((any) => ({ key, match: { any } }));
  conditions.push(...[...new Set(truths)].map((value) => ({ key, match: { value } })));
  const [first, second] = conditions;
  return first !== undefined && second === undefined ? first : { should: conditions };
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function refuse(what: string) {
  return permanent(
    'FILTER.INVALID',
    `${what}. Write equalities, such as {"subdirectory":"qdrant_client_docs"}; a list means any of its values.`,
  );
}
