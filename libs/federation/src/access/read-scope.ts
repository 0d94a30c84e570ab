import { accessFilter, allOf, type Filter, type Principal, type SearchRequest } from '@tributary/contracts';
import type { Clock } from '@tributary/kernel';
import { momentOf } from './moments.js';

const MADE_HERE = Symbol('scope');

/** What of a collection a caller sees. Only `readScope` makes one, and every read of an engine needs one: the caller's restriction cannot be
 *  left out. */
export interface ReadScope {
  readonly [MADE_HERE]: true;
  /** What may be a hit: the caller's rows that fit the request. */
  readonly hits: Filter | undefined;
  /** What may be shown around a hit: the caller's rows. */
  readonly visible: Filter | undefined;
}

/** The part of a request that narrows down what is searched. */
export type Narrowing = Pick<SearchRequest, 'filter' | 'since' | 'until'>;

/** The one place where the restriction of the caller, the filter of the request and its span of time come together. */
export function readScope(principal: Principal, narrowing: Narrowing, clock: Clock): ReadScope {
  const visible = accessFilter(principal);
  return { [MADE_HERE]: true, visible, hits: allOf([visible, narrowing.filter, spanFilter(narrowing, clock)]) };
}

function spanFilter({ since, until }: Narrowing, clock: Clock): Filter | undefined {
  if (since === undefined && until === undefined) return undefined;
  const range = {
    ...(since === undefined ? {} : { gte: momentOf(since, { clock, edge: 'start' }) }),
    ...(until === undefined ? {} : { lte: momentOf(until, { clock, edge: 'end' }) }),
  };
  return { must: [{ key: 'modified_at', range }] };
}
