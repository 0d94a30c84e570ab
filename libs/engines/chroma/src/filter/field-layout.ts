import type { FieldMatch, RangeCondition } from '@tributary/contracts';
import type { Translation } from './where.js';

/** What a condition says, or its opposite. */
export interface Asked<T> {
  readonly key: string;
  readonly what: T;
  readonly negated: boolean;
}

/** How the fields of a filter lie in the flat metadata of a collection. Each answer is what `Translation` promises of the condition or, negated, of its opposite. */
export interface FieldLayout {
  match(asked: Asked<FieldMatch>): Translation;
  range(asked: Asked<RangeCondition['range']>): Translation;
  isEmpty(asked: Asked<undefined>): Translation;
  isNull(asked: Asked<undefined>): Translation;
  hasId(asked: Omit<Asked<readonly string[]>, 'key'>): Translation;
}
