import type { CardFields, Filter } from '@tributary/contracts';
import { compileFilter, type ForeignPoint } from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import type { Where } from 'chromadb';
import { toWhere } from '../filter/to-where.js';
import type { ChromaConnection } from '../server/connection.js';
import { foreignLayout } from './foreign-layout.js';
import type { ForeignPlace } from './foreign-place.js';
import { foreignPoints, foreignRows, type ForeignColumns, type ForeignRow } from './foreign-row.js';

const ROWS_AT_ONCE = 2_000;
const IDS_AT_ONCE = 4_000;
const EVERYTHING = ['metadatas', 'documents', 'embeddings'] as const;

/** What `where` can say of a filter; undefined restricts nothing. */
export function foreignWhere(filter: Filter | undefined, fields: CardFields): Where | undefined {
  return filter && toWhere(filter, foreignLayout(fields)).where;
}

/** Runs a request with a condition, and without it on a server that does not know one of its operators. */
export async function withOrWithout<T>(where: Where | undefined, run: (where: Where | undefined) => Promise<T>): Promise<T> {
  try {
    return await run(where);
  } catch (error) {
    if (where === undefined || !hasCode(error, 'ENGINE.REFUSED')) throw error;
    return run(undefined);
  }
}

export interface ForeignRequest {
  readonly place: ForeignPlace;
  readonly fields: CardFields;
  readonly filter?: Filter | undefined;
  /** A condition beside the filter, which every record that is wanted fulfils. */
  readonly where?: Where | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly withVectors?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The records that fit, page by page. */
export async function readForeign(connection: ChromaConnection, request: ForeignRequest): Promise<readonly ForeignRow[]> {
  const { place, fields, filter, ids } = request;
  const fits = compileFilter(filter ?? {});
  const found: ForeignRow[] = [];
  const condition = request.where ?? foreignWhere(filter, fields);
  for (const some of ids === undefined ? [undefined] : parts(ids, IDS_AT_ONCE)) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const columns = await withOrWithout(condition, (where) => page(connection, request, { where, offset, ids: some }));
      found.push(...foreignRows(columns, { name: place.name, fields }).filter(({ seen }) => fits(seen)));
      if (columns.ids.length < ROWS_AT_ONCE) break;
    }
  }
  return found;
}

/** Records by id, as they are stored. */
export async function fetchForeign(
  { connection, place, signal }: Pick<ForeignRequest, 'place' | 'signal'> & { readonly connection: ChromaConnection },
  ids: readonly string[],
): Promise<readonly ForeignPoint[]> {
  const found: ForeignPoint[] = [];
  for (const some of parts(ids, ROWS_AT_ONCE)) {
    const request = { ids: [...some], limit: some.length, include: [...EVERYTHING] };
    const columns = await connection.records(place.id, (records) => records.get(request), { signal, collection: place.name });
    found.push(...foreignPoints(columns));
  }
  return found;
}

/** Some of the records in the order they were added, those that do not fit among them. */
export async function pageOfForeign(
  connection: ChromaConnection,
  request: ForeignRequest,
  range: { readonly offset: number; readonly limit: number },
): Promise<readonly ForeignRow[]> {
  const { place, fields, filter } = request;
  const columns = await withOrWithout(foreignWhere(filter, fields), (where) =>
    page(connection, request, { where, ids: undefined, ...range }),
  );
  return foreignRows(columns, { name: place.name, fields });
}

interface Page {
  readonly where: Where | undefined;
  readonly ids: readonly string[] | undefined;
  readonly offset: number;
  readonly limit?: number;
}

function page(
  connection: ChromaConnection,
  { place, signal, withVectors = false }: ForeignRequest,
  { where, offset, ids, limit = ROWS_AT_ONCE }: Page,
): Promise<ForeignColumns> {
  const include = EVERYTHING.filter((column) => withVectors || column !== 'embeddings');
  const request = { include, limit, offset, ...(where ? { where } : {}), ...(ids ? { ids: [...ids] } : {}) };
  return connection.records(place.id, (records) => records.get(request), { signal, collection: place.name });
}

function parts(ids: readonly string[], most: number): readonly (readonly string[])[] {
  const wanted = [...new Set(ids)];
  return Array.from({ length: Math.ceil(wanted.length / most) }, (_, i) => wanted.slice(i * most, (i + 1) * most));
}
