import { DocumentType, parseRequest, SearchRequest } from '@tributary/contracts';

/** All that the search screen shows, as it stands in the address. */
export interface SearchView {
  readonly query: string;
  /** Empty: all. */
  readonly collections: readonly string[];
  /** Empty: all. */
  readonly types: readonly DocumentType[];
  /** An age such as `7d`; empty: any. */
  readonly since: string;
  /** Address of the passage whose document is open beside the hits; empty: none. */
  readonly open: string;
}

/** Ages to choose from, with what they are called. */
export const AGES: readonly (readonly [since: string, label: string])[] = [
  ['', 'Any time'],
  ['7d', 'Past week'],
  ['30d', 'Past month'],
  ['365d', 'Past year'],
];

const HITS_A_PAGE = 20;

/** @param params of the address: `q`, `c` and `type` (several), `since`, `open` */
export function viewOf(params: URLSearchParams): SearchView {
  const types = params.getAll('type').flatMap((value) => DocumentType.safeParse(value).data ?? []);
  const since = params.get('since') ?? '';
  return {
    query: params.get('q') ?? '',
    collections: params.getAll('c'),
    types,
    since: AGES.some(([age]) => age === since) ? since : '',
    open: params.get('open') ?? '',
  };
}

/** Puts a value into a list of the address, or takes it out. */
export function toggle(params: URLSearchParams, name: string, value: string): void {
  const values = params.getAll(name);
  params.delete(name);
  for (const one of values.includes(value) ? values.filter((other) => other !== value) : [...values, value]) params.append(name, one);
}

/** What the server is asked. @throws `REQUEST.INVALID` where the address does not make a request */
export function requestOf({ query, collections, types, since }: Omit<SearchView, 'open'>): SearchRequest {
  return parseRequest(SearchRequest, {
    query,
    limit: HITS_A_PAGE,
    ...(collections.length === 0 ? {} : { collections }),
    ...(types.length === 0 ? {} : { filter: { must: [{ key: 'type', match: { any: types } }] } }),
    ...(since === '' ? {} : { since }),
  });
}

/** How many filters narrow the search. */
export function filtersOf({ collections, types, since }: SearchView): number {
  return collections.length + types.length + (since === '' ? 0 : 1);
}
