import { compileFilter, type NominateRequest } from '@tributary/engines-port';
import type { Where } from 'chromadb';
import type { OwnCollection } from '../collections/own-collection.js';
import { both, exactly } from '../filter/where.js';
import type { Heads } from '../heads/heads.js';
import { parseStoredId, storedId } from '../points/point-id.js';
import { EMBEDDED_KEY, isEmbedded } from '../points/point-record.js';
import { filterWhere, readRows } from '../reading/row-source.js';
import { settle } from '../reading/settle.js';
import { filterPointOf, rowsOf, type StoredRow } from '../reading/stored-row.js';
import type { ChromaConnection } from '../server/connection.js';
import { widen, type Found } from './widen.js';

export interface NearestParts {
  readonly connection: ChromaConnection;
  readonly heads: Heads;
}

interface Search extends NearestParts {
  readonly collection: OwnCollection;
  readonly request: NominateRequest;
  readonly vector: Float32Array;
  readonly signal?: AbortSignal | undefined;
}

/** Points looked for beyond the limit: versions that count no more take places. Few, since each is read whole; where more of them turn up it is asked again. */
const SPARE = 4;

/** The points nearest to a vector among those that fit the filter, in versions that count. Not in order. */
export async function nearestRows(search: Search): Promise<readonly StoredRow[]> {
  const { heads, collection, request, signal } = search;
  for (let spare = SPARE; ; spare *= 8) {
    const { rows, dropped } = await settle(
      { heads, collection, signal },
      { read: () => storedNeighbours(search, request.limit + spare), again: (docIds) => changedRows(search, docIds) },
    );
    if (dropped <= spare) return rows;
  }
}

/** The points that fit of documents that were changed while the search ran. */
async function changedRows({ connection, collection, request, signal }: Search, docIds: readonly string[]): Promise<readonly StoredRow[]> {
  const selector = request.filter ? { filter: request.filter } : {};
  const rows = await readRows(connection, collection, { selector, docIds, with: 'signals', signal });
  return rows.filter(({ metadata }) => isEmbedded(metadata));
}

/** At least so many that fit, or all, in whatever versions they are stored. */
async function storedNeighbours(search: Search, limit: number): Promise<readonly StoredRow[]> {
  const { connection, collection, request, signal } = search;
  const selector = request.filter ? { filter: request.filter } : {};
  const fits = compileFilter(request.filter ?? {});
  const { where, exact } = filterWhere(request.filter);
  const query = async (asked: number, ids?: readonly string[]): Promise<Found<StoredRow>> => {
    const found = await embeddedRows(search, { where, asked, ids });
    return { rows: exact ? found : found.filter((row) => fits(filterPointOf(row))), reached: found.map(storedId) };
  };
  const seek = async () => (await readRows(connection, collection, { selector, with: 'ids', signal })).map(storedId);
  const fetch = async (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const pointIds = ids.flatMap((id) => parseStoredId(id)?.pointId ?? []);
    const rows = await readRows(connection, collection, { selector: { ids: pointIds, ...selector }, with: 'signals', signal });
    return rows.filter((row) => wanted.has(storedId(row)) && isEmbedded(row.metadata));
  };
  return widen({ limit, isExact: exact, query, seek, fetch });
}

interface Ask {
  readonly where: Where | undefined;
  readonly asked: number;
  readonly ids: readonly string[] | undefined;
}

/** Points without a vector stand in the index as zeros. They are left out by a condition, which costs time, only where one came up once. */
async function embeddedRows(search: Search, ask: Ask): Promise<readonly StoredRow[]> {
  const { seen } = search.collection;
  if (!seen.pointsWithoutVector) {
    const found = await neighbours(search, ask);
    if (found.every(({ metadata }) => isEmbedded(metadata))) return found;
    seen.pointsWithoutVector = true;
  }
  const isOwn = exactly({ [EMBEDDED_KEY]: true });
  return neighbours(search, { ...ask, where: (ask.where ? both([exactly(ask.where), isOwn]) : isOwn).where });
}

async function neighbours({ connection, collection, vector, signal }: Search, { where, asked, ids }: Ask): Promise<readonly StoredRow[]> {
  const query = {
    queryEmbeddings: [[...vector]],
    nResults: asked,
    include: ['metadatas' as const, 'documents' as const, 'uris' as const],
    ...(where ? { where } : {}),
    ...(ids ? { ids: [...ids] } : {}),
  };
  const target = { signal, collection: collection.name };
  const answer = await connection.records(collection.pointsId, (records) => records.query(query), target);
  const [found = [], metadatas = [], documents = [], uris = []] = [answer.ids[0], answer.metadatas[0], answer.documents[0], answer.uris[0]];
  return rowsOf({ ids: found, metadatas, documents, uris });
}
