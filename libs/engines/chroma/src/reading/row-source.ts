import type { Filter } from '@tributary/contracts';
import { compileFilter, type PointSelector } from '@tributary/engines-port';
import type { Where } from 'chromadb';
import type { OwnCollection } from '../collections/own-collection.js';
import { ownLayout } from '../filter/own-layout.js';
import { toWhere } from '../filter/to-where.js';
import { both, exactly, type Translation } from '../filter/where.js';
import { ORDER_KEY, POINT_KEY } from '../points/point-record.js';
import type { ChromaConnection } from '../server/connection.js';
import { filterPointOf, rowsOf, type StoredRow } from './stored-row.js';

/** Ids in one condition: SQLite under Chroma takes 32,766 values in a statement. */
const IDS_AT_ONCE = 4_000;
/** Rows of one answer: what is bigger comes in parts. */
const ROWS_AT_ONCE = 5_000;

export interface RowRequest {
  readonly selector: PointSelector;
  /** Only points whose order lies in this range, the end left out. */
  readonly order?: { readonly from: number; readonly to: number };
  /** Only points of these documents. */
  readonly docIds?: readonly string[];
  /** What of each row is needed: `payload` as well as ids, `signals` as well as the payload. */
  readonly with: 'ids' | 'payload' | 'signals';
  readonly signal?: AbortSignal | undefined;
}

const INCLUDE: Readonly<Record<RowRequest['with'], ('metadatas' | 'documents' | 'uris')[]>> = {
  ids: [],
  payload: ['metadatas', 'documents'],
  signals: ['metadatas', 'documents', 'uris'],
};

/** Reads the records that fit a selector, in whatever version they are stored. Conditions Chroma cannot express are looked at here, point by point. */
export async function readRows(
  connection: ChromaConnection,
  collection: OwnCollection,
  request: RowRequest,
): Promise<readonly StoredRow[]> {
  const { filter = {}, ids } = request.selector;
  const fits = compileFilter(filter);
  const translation = both([selectorWhere(request), toWhere(filter, ownLayout)]);
  const include = INCLUDE[translation.exact || request.with !== 'ids' ? request.with : 'payload'];
  const found: StoredRow[] = [];
  for (const where of idParts(translation, ids)) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const part = { ...(where ? { where } : {}), include, limit: ROWS_AT_ONCE, offset };
      const answer = await connection.records(collection.pointsId, (records) => records.get(part), {
        signal: request.signal,
        collection: collection.name,
      });
      const rows = rowsOf(answer);
      found.push(...(translation.exact ? rows : rows.filter((row) => fits(filterPointOf(row)))));
      if (answer.ids.length < ROWS_AT_ONCE) break;
    }
  }
  return found;
}

/** The filter as a condition, for those who rank. */
export function filterWhere(filter: Filter | undefined): Translation {
  return toWhere(filter ?? {}, ownLayout);
}

function selectorWhere({ selector: { docId, chunks }, docIds, order }: RowRequest): Translation {
  const parts: Where[] = [];
  if (docIds) parts.push({ doc_id: { $in: [...docIds] } });
  if (docId !== undefined) parts.push({ doc_id: docId });
  if (docId !== undefined && chunks) parts.push({ chunk_index: { $gte: chunks.from } }, { chunk_index: { $lte: chunks.to } });
  if (order) parts.push({ [ORDER_KEY]: { $gte: order.from } }, { [ORDER_KEY]: { $lt: order.to } });
  return both(parts.map(exactly));
}

function* idParts({ where }: Translation, ids: readonly string[] | undefined): Generator<Where | undefined> {
  if (ids === undefined) {
    yield where;
    return;
  }
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  for (let from = 0; from < wanted.length; from += IDS_AT_ONCE) {
    const named = exactly({ [POINT_KEY]: { $in: wanted.slice(from, from + IDS_AT_ONCE) } });
    yield both(where ? [named, exactly(where)] : [named]).where;
  }
}
