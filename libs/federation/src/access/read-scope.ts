import { allOf, isOneOfMany, mayReadRow, visibleRows, type Filter, type Principal, type SearchRequest } from '@tributary/contracts';
import { requireNoReadersAsked, withoutReaders, type CollectionRecord, type StoredPoint } from '@tributary/engines-port';
import { permanent, type Clock } from '@tributary/kernel';
import { momentOf } from './moments.js';

const MADE_HERE = Symbol('scope');

/** What of the collections a caller sees. Only `readScope` makes one, and every read of an engine needs one: the caller's restriction cannot be
 *  left out. */
export interface ReadScope {
  readonly [MADE_HERE]: true;
  /** True where the caller is one of many who must not learn of each other's rows. */
  readonly isOfOneOfMany: boolean;
  /** What of a collection may be a hit: the caller's rows that fit the request.
   *  @throws `COLLECTION.FIELD_UNMAPPED` where the request narrows down by a field the collection's card says nothing about
   *  @throws `ACCESS.DENIED` where it does by the field in which another program's collection names readers, and the caller may not ask for that */
  hitsOf(record: CollectionRecord): Filter | undefined;
  /** Whatever the request narrows down. */
  of(record: CollectionRecord): CollectionScope;
  /** The point as the caller is shown it: without what tells who else may read it. */
  shown(point: StoredPoint, record: CollectionRecord): StoredPoint;
}

/** What of one collection a caller sees. */
interface CollectionScope {
  /** What may be shown around a hit: the caller's rows. */
  readonly visible: Filter | undefined;
  /** False where the record names those who may have read something in it, and the caller is none of them. */
  readonly isKnown: boolean;
}

/** The part of a request that narrows down what is searched. */
export type Narrowing = Pick<SearchRequest, 'filter' | 'since' | 'until'>;

/** The one place where the restriction of the caller, the filter of the request and its span of time come together. */
export function readScope(principal: Principal, narrowing: Narrowing, clock: Clock): ReadScope {
  const span = spanFilter(narrowing, clock);
  return {
    [MADE_HERE]: true,
    isOfOneOfMany: isOneOfMany(principal),
    hitsOf: (record) => {
      const { adopted, name, card } = record;
      if (adopted !== undefined && span !== undefined && card.fields?.modified_at === undefined) throw undated(name);
      requireNoReadersAsked(record, { principal, filter: narrowing.filter });
      return allOf([visibleOf(record, principal), narrowing.filter, span]);
    },
    of: (record) => ({ visible: visibleOf(record, principal), isKnown: mayReadRow(principal, { acl: record.known_to }) }),
    shown: (point, { adopted, card: { fields } }) =>
      adopted === undefined || fields === undefined ? point : { ...point, payload: withoutReaders(point.payload, { fields, principal }) },
  };
}

function visibleOf({ adopted, card: { fields } }: CollectionRecord, principal: Principal): Filter | undefined {
  const isOwn = adopted === undefined;
  return visibleRows(principal, { user_id: isOwn || fields?.user_id !== undefined, acl: isOwn || fields?.acl !== undefined });
}

/** The scope with fewer hits: those that fit the filter as well. */
export function narrowedScope(scope: ReadScope, filter: Filter): ReadScope {
  return { ...scope, hitsOf: (record) => allOf([scope.hitsOf(record), filter]) };
}

function spanFilter({ since, until }: Narrowing, clock: Clock): Filter | undefined {
  if (since === undefined && until === undefined) return undefined;
  const range = {
    ...(since === undefined ? {} : { gte: momentOf(since, { clock, edge: 'start' }) }),
    ...(until === undefined ? {} : { lte: momentOf(until, { clock, edge: 'end' }) }),
  };
  if (range.gte !== undefined && range.lte !== undefined && range.gte > range.lte) throw emptySpan(since, until);
  return { must: [{ key: 'modified_at', range }] };
}

function emptySpan(since = '', until = '') {
  return permanent(
    'MOMENT.INVALID',
    `Nothing lies between since ${since} and until ${until}, which is earlier: exchange them, or leave one out.`,
  );
}

function undated(name: string) {
  return permanent(
    'COLLECTION.FIELD_UNMAPPED',
    `The card of ${name} does not say where the date of the last change stands, so "since" and "until" cannot be kept: adopt it with --modified-at FIELD.`,
  );
}
